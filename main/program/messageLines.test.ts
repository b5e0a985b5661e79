import { describe, expect, it } from 'vitest';
import { LineTooLong, MessageLines } from './messageLines.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const line = (message: object) => `${JSON.stringify(message)}\n`;
const readAll = (text: string | Buffer, size = 64 * 1024) => {
  const lines = new MessageLines(1024 * 1024);
  const bytes = Buffer.from(text);
  const reads = [];
  for (let at = 0; at < bytes.length; at += size) reads.push(lines.read(bytes.subarray(at, at + size)));
  return { messages: reads.flatMap((r) => r.messages), noise: reads.flatMap((r) => r.noise) };
};

describe('E060: what is no message is passed over and counted', () => {
  it.each<[string, string, string[]]>([
    ['a banner', `Server 1.0 ready\n${line(ping)}`, ['Server 1.0 ready']],
    ['colours', `\u001B[32mok\u001B[0m\n${line(ping)}`, ['\u001B[32mok\u001B[0m']],
    ['blank lines', `\n\r\n  \n${line(ping)}`, []],
    ['line ends of Windows', `${JSON.stringify(ping)}\r\n`, []],
    ['a byte order mark', `\uFEFF${line(ping)}`, []],
    ['JSON that is no message', `{"level":"info"}\n${line(ping)}`, ['{"level":"info"}']],
    [
      'another version of the protocol',
      `{"jsonrpc":"1.0","id":1,"method":"ping"}\n${line(ping)}`,
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ],
    ['a batch', `[${JSON.stringify(ping)}]\n${line(ping)}`, [`[${JSON.stringify(ping)}]`]],
    ['half a message', `{"jsonrpc":"2.0","id":1,\n${line(ping)}`, ['{"jsonrpc":"2.0","id":1,']],
    [
      'an id that is none',
      `{"jsonrpc":"2.0","id":{},"method":"ping"}\n${line(ping)}`,
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ],
    [
      'a reply without an id',
      `{"jsonrpc":"2.0","result":{}}\n${line(ping)}`,
      ['{"jsonrpc":"2.0","result":{}}'],
    ],
  ])('%s', (_name, text, noise) => {
    expect(readAll(text)).toEqual({ messages: [ping], noise });
  });

  it('a last line without an end is not read', () => {
    expect(readAll(JSON.stringify(ping))).toEqual({ messages: [], noise: [] });
  });
});

it.each([1, 2, 3, 5, 7, 64])('E063: no character is cut apart, in pieces of %i bytes', (size) => {
  const text = 'Löschen? 削除しますか 🗑️ Ω';
  const message = { jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: { message: text } };
  expect(readAll(line(message), size).messages).toEqual([message]);
});

it('every kind of message is read', () => {
  const messages = [
    ping,
    { jsonrpc: '2.0', method: 'notifications/progress', params: {} },
    { jsonrpc: '2.0', id: 'a', result: {} },
    { jsonrpc: '2.0', id: 0, error: { code: -1, message: 'no' } },
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } },
  ];
  expect(readAll(messages.map(line).join('')).messages).toEqual(messages);
});

it('a line beyond the limit is an error as soon as it is, and nothing of it is kept', () => {
  const lines = new MessageLines(1_000);
  expect(lines.read(Buffer.alloc(1_000, 0x20)).messages).toEqual([]);
  expect(() => lines.read(Buffer.from(' '))).toThrow(LineTooLong);
});

it('a line of just the limit is read', () => {
  const whole = JSON.stringify(ping);
  expect(new MessageLines(whole.length).read(Buffer.from(`${whole}\n`)).messages).toEqual([ping]);
});
