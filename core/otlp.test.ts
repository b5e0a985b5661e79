import { describe, expect, it } from 'vitest';
import { logsRequest, numbered, parseForwarding, refusedPart } from './otlp.ts';

describe('where the record is sent', () => {
  it.each([
    ['https://collector.example/v1/logs'],
    ['http://127.0.0.1:4318/v1/logs'],
    ['http://localhost:4318/v1/logs'],
  ])('%s is an address for it', (url) => {
    expect(parseForwarding({ url })).toEqual({ url, headers: {} });
  });

  it.each<[string, unknown]>([
    ['http elsewhere', { url: 'http://collector.example/v1/logs' }],
    ['no address', {}],
    ['another scheme', { url: 'file:///tmp/x' }],
    ['a misspelt key', { url: 'https://collector.example', header: {} }],
    ['a header that is no text', { url: 'https://collector.example', headers: { a: 1 } }],
    ['no object', 'https://collector.example'],
  ])('not %s', (_, json) => {
    expect(parseForwarding(json)).toEqual({ error: expect.any(String) });
  });
});

const line = '{"seq":7,"time":"2026-10-05T14:30:00.250Z","event":"call sent","call":"c","prev":"0"}';

describe('a line as a log', () => {
  it('goes whole, with its time, its number and its event', () => {
    const [resource] = logsRequest([{ seq: 7, line }], '0.1.0').resourceLogs;
    expect(resource?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'countersign' },
    });
    expect(resource?.scopeLogs[0]?.logRecords).toEqual([
      {
        timeUnixNano: '1791210600250000000',
        severityNumber: 9,
        severityText: 'INFO',
        body: { stringValue: line },
        attributes: [
          { key: 'countersign.seq', value: { intValue: '7' } },
          { key: 'countersign.event', value: { stringValue: 'call sent' } },
        ],
      },
    ]);
  });

  it('is one only with a number', () => {
    expect(numbered(line)).toEqual({ seq: 7, line });
    for (const text of ['', 'null', '{"seq":"7"}', line.slice(0, -1)]) expect(numbered(text)).toBeUndefined();
  });
});

it.each([
  ['', ''],
  ['{}', ''],
  ['{"partialSuccess":{}}', ''],
  ['{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"a hint"}}', ''],
  ['{"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"too old"}}', '3 lines were refused: too old'],
  ['{"partialSuccess":{"rejectedLogRecords":1}}', '1 lines were refused: no reason was given'],
])('a collector that replies %s', (reply, told) => {
  expect(refusedPart(reply)).toBe(told);
});
