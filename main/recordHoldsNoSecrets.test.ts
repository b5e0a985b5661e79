/** Fifty planted secrets, wherever a person might put one: none of them is on the record. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { AuditEvent } from '../core/audit.ts';
import { openAuditKey } from './auditKey.ts';
import { Connections } from './connections.ts';
import { Consents } from './consents.ts';
import { connected, stopAll } from './testing/connected.ts';

afterEach(stopAll);

/** Recognisable, and each another. */
const secrets = Array.from({ length: 50 }, (_, n) => `planted-${n}-${'s3cr3t'.repeat(2)}-${n * 7_919}`);
const [inArguments, inAnswers, inAddresses, inEnvironment, inHeaders] = [0, 10, 20, 30, 40].map((from) =>
  secrets.slice(from, from + 10),
);
const found = (log: readonly AuditEvent[]) =>
  secrets.filter((secret) => JSON.stringify(log).includes(secret));

it('not from arguments, answers and addresses', async () => {
  const { server, questions, calls, log, call } = await connected();
  const args = Object.fromEntries((inArguments ?? []).map((secret, n) => [`a${n}`, { deep: [secret] }]));
  const running = call(60_000, { method: 'tools/call', name: 't', arguments: args });
  const id = await server.nextCall();
  for (const [n, secret] of (inAnswers ?? []).entries()) {
    if (n >= 5) break;
    const reply = server.ask(`form${n}`, {
      message: 'A note?',
      requestedSchema: { type: 'object', properties: { note: { type: 'string' } } },
    });
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, { kind: 'accepted', content: { note: secret }, via: 'key' });
    expect(await reply).toMatchObject({ result: { content: { note: secret } } });
    const page = server.ask(`page${n}`, {
      ...{ mode: 'url', message: 'Sign in', elicitationId: `e${n}` },
      url: `https://example.org/${inAddresses?.[n]}?token=${inAddresses?.[n + 5]}#${inAnswers?.[n + 5]}`,
    });
    const asked = await server.until(() => questions.open[0]);
    questions.settle(asked.questionId, { kind: 'accepted', content: undefined, via: 'key' });
    await page;
  }
  await server.result(id);
  await server.until(() => log.find((entry) => entry.event === 'call ended'));
  expect(running.state.state).toBe('done');
  expect(calls.openCount).toBe(0);
  expect(found(log)).toEqual([]);
  // They are there as what cannot be read back.
  expect(log.find((entry) => entry.event === 'call sent')).toMatchObject({ digest: expect.any(String) });
  expect(log.find((entry) => entry.event === 'question ended')).toMatchObject({ digest: expect.any(String) });
});

it('not from the environment and the headers of servers', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-secrets-'));
  const file = path.join(folder, 'servers.json');
  const named = (values: readonly string[] = []) =>
    Object.fromEntries(values.map((secret, n) => [`X_${n}`, secret]));
  const entries = {
    program: { command: 'node', env: named(inEnvironment) },
    remote: { url: 'https://example.org/mcp', headers: named(inHeaders) },
  };
  await fs.writeFile(file, JSON.stringify({ mcpServers: entries }));
  const { clock, questions, calls, log, told } = await connected();
  const before = log.length;
  const record = async (event: AuditEvent) => void log.push(event);
  const consents = await Consents.open(
    path.join(folder, 'consents.json'),
    { digestsOf: () => [], keepDigests: async () => {} },
    () => new Date(),
    () => {},
  );
  const connections = new Connections({
    ...{ clock, questions, calls, consents, record, version: '0' },
    open: () => Promise.reject(new Error('not started here')),
    matches: () => true,
    seal: (text) => `sealed ${text.length}`,
    openExternal: async () => {},
    tell: ({ text }) => told.push(text),
    changed: () => {},
    offersChanged: () => {},
    isOwnSample: () => false,
    isOwnFolder: () => false,
    rootsOf: async () => [],
    valuesRecorded: () => false,
  });
  const loaded = connections.load(file);
  while (log.slice(before).filter(({ event }) => event === 'question ended').length < 2) {
    for (const { questionId } of questions.open)
      questions.settle(questionId, { kind: 'accepted', content: {}, via: 'key' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loaded;
  expect(log.filter(({ event }) => event === 'server accepted')).toHaveLength(2);
  expect(found(log)).toEqual([]);
  expect(secrets.filter((secret) => told.join().includes(secret))).toEqual([]);
  expect(await fs.readFile(path.join(folder, 'consents.json'), 'utf8')).not.toContain('s3cr3t');
  await fs.rm(folder, { recursive: true });
});

it('a digest is the same for the same, and tells nothing to whoever has not the key', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-secrets-'));
  const store = {
    isEncryptionAvailable: () => false,
    encryptString: () => Buffer.alloc(0),
    decryptString: () => '',
  };
  const one = await openAuditKey(path.join(folder, 'one'), store);
  const again = await openAuditKey(path.join(folder, 'one'), store);
  const two = await openAuditKey(path.join(folder, 'two'), store);
  expect(one.seal('yes')).toBe(again.seal('yes'));
  expect(one.seal('yes')).not.toBe(one.seal('no'));
  expect(one.seal('yes')).not.toBe(two.seal('yes'));
  await fs.rm(folder, { recursive: true });
});
