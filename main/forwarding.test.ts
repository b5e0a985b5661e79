/** The record sent to a collector on this machine: a real record, real requests, a clock that is held still. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEvent } from '../core/audit.ts';
import type { Ending } from '../core/question.ts';
import { AuditLog } from './auditLog.ts';
import { Consents } from './consents.ts';
import { Forwarder } from './forwarding.ts';
import { openRecord } from './openRecord.ts';
import { placesIn } from './places.ts';
import { Questions } from './questions.ts';
import { counter, fakeClock } from './testing/fakes.ts';

const store = {
  isEncryptionAvailable: () => false,
  encryptString: () => Buffer.alloc(0),
  decryptString: () => '',
};
const now = () => new Date('2026-10-05T14:30:00Z');
const accepted: Ending = { kind: 'accepted', content: undefined, via: 'pointer' };
const worthALine = (n: number): AuditEvent => ({ event: 'page done', server: `s${n}`, calls: [] });

let folder: string;
let places: ReturnType<typeof placesIn>;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-forwarding-'));
  places = placesIn(folder);
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await fs.rm(folder, { recursive: true });
});

type Got = { headers: http.IncomingHttpHeaders; lines: string[] };

/** Answers each request with what `answer` says; a line counts as received where that is 200. */
async function collector(port = 0) {
  const got: Got[] = [];
  const answer: { status: number; headers?: Record<string, string>; tries: number } = {
    status: 200,
    tries: 0,
  };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      answer.tries += 1;
      const [resource] = JSON.parse(Buffer.concat(parts).toString('utf8')).resourceLogs;
      const lines = resource.scopeLogs[0].logRecords.map(
        (r: { body: { stringValue: string } }) => r.body.stringValue,
      );
      if (answer.status === 200) got.push({ headers: request.headers, lines });
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  closing.push(close);
  const { port: actual } = server.address() as AddressInfo;
  return {
    got,
    answer,
    close,
    port: actual,
    url: `http://127.0.0.1:${actual}/v1/logs`,
    lines: () => got.flatMap(({ lines }) => lines),
  };
}

async function app(maxBytes?: number) {
  const { log: first, key } = await openRecord(places, store, now);
  await first.close();
  const { log } = await AuditLog.open(places, key, now, maxBytes);
  const clock = fakeClock();
  const told: string[] = [];
  const consents = await Consents.open(places.consents, log, now, (text) => told.push(text));
  const questions = new Questions({ clock, newId: counter(), changed: () => {}, settled: () => {} });
  const record: ConstructorParameters<typeof Forwarder>[0]['record'] = (event) =>
    log.record(event).then(() => forwarder.wake());
  const forwarder = new Forwarder({
    ...{ places, consents, questions, clock, record, seal: key.seal, version: '0.1.0' },
    lastLine: () => log.lastLine,
    tell: (text) => told.push(text),
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await forwarder.close();
    await log.close();
  };
  closing.push(close);
  const started = forwarder.start();
  return { clock, told, consents, questions, record, started, close, log };
}

const wish = (url: string, headers = {}) => fs.writeFile(places.forwarding, JSON.stringify({ url, headers }));
const body = (questions: Questions) => questions.open[0]?.body;
async function settle(questions: Questions, ending: Ending) {
  await expect.poll(() => questions.open.length).toBe(1);
  questions.settle(questions.open[0]?.questionId ?? '', ending);
}

/** Accepted, and everything sent. */
async function forwarding(url: string, maxBytes?: number) {
  await wish(url);
  const made = await app(maxBytes);
  await settle(made.questions, accepted);
  await made.started;
  return made;
}

const recorded = async () => {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => fs.readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
};
const numberOf = (line: string): number => JSON.parse(line).seq;
const inOrder = (lines: string[]) => [...lines].sort((a, b) => numberOf(a) - numberOf(b));

it('without forwarding.json nothing is asked and nothing is sent', async () => {
  const { started, questions } = await app();
  await started;
  expect(questions.open).toEqual([]);
});

it('is asked first; declined, nothing is sent, and it is asked at the next start', async () => {
  const to = await collector();
  await wish(to.url, { authorization: 'Bearer very-secret' });
  const { questions, record, started, close } = await app();
  await expect.poll(() => body(questions)).toMatchObject({ kind: 'forwarding', headers: ['authorization'] });
  expect(JSON.stringify(body(questions))).not.toContain('very-secret');
  await record(worthALine(1));
  await settle(questions, { kind: 'declined' });
  await started;
  await record(worthALine(2));
  await close();
  expect(to.answer.tries).toBe(0);
  const again = await app();
  await expect.poll(() => again.questions.open.length).toBe(1);
});

it('every line from the acceptance on arrives as it is on the record, once and in order, over all files', async () => {
  const to = await collector();
  const { record } = await forwarding(to.url, 2_000);
  await Promise.all(Array.from({ length: 50 }, (_, n) => record(worthALine(n))));
  for (let n = 50; n < 60; n++) await record(worthALine(n));
  const lines = inOrder(await recorded());
  const first = lines.findIndex((line) => line.includes('forwarding accepted'));
  await expect.poll(() => to.lines().length).toBe(lines.length - first);
  expect(to.lines()).toEqual(lines.slice(first));
});

it('its headers go with each request, and those of the environment do not', async () => {
  process.env.OTEL_EXPORTER_OTLP_HEADERS = 'from=environment';
  closing.push(async () => {
    delete process.env.OTEL_EXPORTER_OTLP_HEADERS;
  });
  const to = await collector();
  await wish(to.url, { authorization: 'Bearer mine' });
  const { questions, started } = await app();
  await settle(questions, accepted);
  await started;
  await expect.poll(() => to.got.length).toBeGreaterThan(0);
  expect(to.got[0]?.headers).toMatchObject({ authorization: 'Bearer mine' });
  expect(to.got[0]?.headers.from).toBeUndefined();
});

it('a collector that is away delays nothing; what it missed is sent when it is back, also after a restart', async () => {
  const to = await collector();
  const first = await forwarding(to.url);
  await expect.poll(() => to.lines().length).toBeGreaterThan(0);
  await to.close();
  for (let n = 0; n < 5; n++) await first.record(worthALine(n));
  await expect.poll(() => first.told.join()).toContain('It is tried again, and nothing is lost.');
  await first.close();
  const second = await app();
  await expect.poll(() => second.told.length).toBe(1);
  await second.record(worthALine(5));
  const back = await collector(to.port);
  await expect
    .poll(() => {
      second.clock.pass(60_000);
      return [...to.lines(), ...back.lines()].at(-1);
    })
    .toContain('"s5"');
  const lines = inOrder(await recorded());
  const from = lines.findIndex((line) => line.includes('forwarding accepted'));
  expect([...to.lines(), ...back.lines()]).toEqual(lines.slice(from));
});

it.each([
  ['an error', 503],
  ['a redirect, which is not followed', 307],
])('%s is told once, and the same lines are sent again', async (_, status) => {
  const elsewhere = await collector();
  const to = await collector();
  Object.assign(to.answer, { status, headers: { location: elsewhere.url } });
  const { told, clock } = await forwarding(to.url);
  await expect
    .poll(() => {
      clock.pass(60_000);
      return to.answer.tries;
    })
    .toBeGreaterThan(2);
  expect(told).toHaveLength(1);
  expect(elsewhere.answer.tries).toBe(0);
  to.answer.status = 200;
  await expect
    .poll(() => {
      clock.pass(60_000);
      return to.lines()[0];
    })
    .toContain('forwarding accepted');
});

it('another address, and none any more, are asked; until then the old one is sent to', async () => {
  const old = await collector();
  const other = await collector();
  await (await forwarding(old.url)).close();
  await wish(other.url);
  const second = await app();
  await expect.poll(() => body(second.questions)).toMatchObject({ before: old.url });
  await second.record(worthALine(1));
  await expect.poll(() => old.lines().join()).toContain('"s1"');
  expect(other.answer.tries).toBe(0);
  await settle(second.questions, accepted);
  await second.started;
  await second.record(worthALine(2));
  await expect.poll(() => other.lines().join()).toContain('"s2"');
  expect(old.lines().join()).not.toContain('"s2"');
  await second.close();
  await fs.rm(places.forwarding);
  const third = await app();
  await expect
    .poll(() => body(third.questions))
    .toEqual({ kind: 'forwarding', headers: [], before: other.url });
  await third.record(worthALine(3));
  await expect.poll(() => other.lines().join()).toContain('"s3"');
  await settle(third.questions, accepted);
  await third.started;
  await third.close();
  const fourth = await app();
  await fourth.started;
  expect(fourth.questions.open).toEqual([]);
  expect(fourth.consents.forwarding).toBeUndefined();
});

it.each([
  ['{', 'cannot be read'],
  ['{ "url": "http://collector.example/v1/logs" }', 'must be https'],
])('forwarding.json with %s is told, and what was accepted stands', async (text, why) => {
  const to = await collector();
  await (await forwarding(to.url)).close();
  await fs.writeFile(places.forwarding, text);
  const { told, started, record, questions } = await app();
  await started;
  expect(told.join()).toContain(why);
  expect(questions.open).toEqual([]);
  await record(worthALine(1));
  await expect.poll(() => to.lines().join()).toContain('"s1"');
});

it('a number beyond the end of the record leaves nothing out', async () => {
  const to = await collector();
  await (await forwarding(to.url)).close();
  await fs.writeFile(places.forwarded, '{"seq":1000000}');
  const { record } = await app();
  await record(worthALine(1));
  await expect.poll(() => to.lines().join()).toContain('"s1"');
});
