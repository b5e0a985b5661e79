import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canAskForms } from './ask.ts';
import { createFilesServer, type FilesServerOptions } from './server.ts';
import { confirm } from './testing/connect.ts';
import { makeFolder } from './testing/folder.ts';
import { Wire } from './testing/wire.ts';

afterEach(() => {
  vi.useRealTimers();
});

const removing = { name: 'delete_file', arguments: { filepath: 'notes.txt' } };
const textResult = (text: string) => ({ result: { content: [{ type: 'text', text }], isError: true } });

/** A call that has got as far as its question. */
async function asking(options: Partial<FilesServerOptions> = {}, capabilities: object = {}) {
  const folder = makeFolder();
  const server = createFilesServer({
    directories: [folder.allowed],
    auditFile: folder.auditFile,
    ...options,
  });
  const wire = await Wire.open(server, { elicitation: { form: {} }, ...capabilities });
  const callId = wire.request('tools/call', removing);
  return { folder, wire, callId };
}

it('a late answer deletes nothing (server)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { folder, wire, callId } = await asking();
  const question = await wire.named('elicitation/create');

  vi.advanceTimersByTime(119_999);
  await wire.settled();
  const withdrawn = wire.named('notifications/cancelled');
  vi.advanceTimersByTime(1);
  expect((await withdrawn).params).toMatchObject({ requestId: question.id });
  expect(await wire.answerTo(callId)).toMatchObject(
    textResult('Deletion cancelled (no answer within 2 minutes)'),
  );

  wire.send({ id: question.id ?? -1, result: confirm() });
  await wire.settled();
  expect(folder.names()).toEqual(['notes.txt']);
  expect(folder.audit()).toMatchObject([{ event: 'ended', outcome: 'no answer' }]);
});

it('takes no answer that comes after a sleep of the machine, though no timer has run', async () => {
  let now = Date.now();
  const { folder, wire, callId } = await asking({ now: () => now });
  const question = await wire.named('elicitation/create');
  now += 120_000;
  wire.send({ id: question.id ?? -1, result: confirm() });
  expect(await wire.answerTo(callId)).toMatchObject(
    textResult('Deletion cancelled (no answer within 2 minutes)'),
  );
  expect(folder.names()).toEqual(['notes.txt']);
});

it('is not kept waiting by progress', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { wire, callId } = await asking();
  const question = await wire.named('elicitation/create');
  vi.advanceTimersByTime(119_000);
  wire.send({ method: 'notifications/progress', params: { progressToken: question.id, progress: 1 } });
  await wire.settled();
  vi.advanceTimersByTime(1000);
  expect(await wire.answerTo(callId)).toMatchObject(
    textResult('Deletion cancelled (no answer within 2 minutes)'),
  );
});

describe('when its call is cancelled', () => {
  it('the question is withdrawn, and an answer to it deletes nothing', async () => {
    const { folder, wire, callId } = await asking();
    const question = await wire.named('elicitation/create');
    wire.send({ method: 'notifications/cancelled', params: { requestId: callId } });
    expect((await wire.named('notifications/cancelled')).params).toMatchObject({ requestId: question.id });
    wire.send({ id: question.id ?? -1, result: confirm() });
    await wire.settled();
    expect(folder.names()).toEqual(['notes.txt']);
    expect(folder.audit()).toMatchObject([
      { outcome: 'withdrawn', text: 'Deletion cancelled (call cancelled)' },
    ]);
  });

  it('after the answer, but before the deed, nothing is deleted either', async () => {
    const { folder, wire, callId } = await asking({}, { roots: {} });
    const roots = { roots: [{ uri: `file://${folder.allowed}` }] };
    wire.send({ id: (await wire.named('roots/list')).id ?? -1, result: roots });
    const question = await wire.named('elicitation/create');
    wire.send({ id: question.id ?? -1, result: confirm() });
    // The roots are asked for once more: the last moment at which anything can come in between.
    const again = await wire.named('roots/list');
    wire.send({ method: 'notifications/cancelled', params: { requestId: callId } });
    wire.send({ id: again.id ?? -1, result: roots });
    await vi.waitFor(() => expect(folder.audit()).toMatchObject([{ outcome: 'withdrawn' }]));
    expect(folder.names()).toEqual(['notes.txt']);
  });
});

it('when the connection is lost, nothing is deleted, and that is recorded', async () => {
  const { folder, wire } = await asking();
  await wire.named('elicitation/create');
  await wire.close();
  await vi.waitFor(() => expect(existsSync(folder.auditFile) && folder.audit()).toHaveLength(1));
  expect(folder.audit()).toMatchObject([
    { outcome: 'withdrawn', text: 'Deletion cancelled (connection closed)' },
  ]);
  expect(folder.names()).toEqual(['notes.txt']);
});

describe('2026-07-28, on a connection of the revisions of 2025', () => {
  const version = '2026-07-28';

  it('is neither discovered nor negotiated', async () => {
    const folder = makeFolder();
    const server = createFilesServer({ directories: [folder.allowed], auditFile: folder.auditFile });
    const wire = await Wire.open(server, { elicitation: {} }, version);
    expect(server.server.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    expect(await wire.answerTo(wire.request('server/discover'))).toMatchObject({ error: { code: -32601 } });
  });

  it('brings no answer with a call: it asks, like any other', async () => {
    const { folder, wire } = await asking();
    const question = await wire.named('elicitation/create');
    wire.request('tools/call', { ...removing, inputResponses: { confirm: confirm() } });
    expect((await wire.named('elicitation/create')).id).not.toBe(question.id);
    expect(folder.names()).toEqual(['notes.txt']);
  });

  it('brings no state with a call: it is refused', async () => {
    const { folder, wire } = await asking();
    const id = wire.request('tools/call', {
      ...removing,
      inputResponses: { confirm: confirm() },
      requestState: 'x',
    });
    expect(await wire.answerTo(id)).toMatchObject({ error: { code: -32602 } });
    expect(folder.names()).toEqual(['notes.txt']);
  });
});

it.each([
  [undefined, false],
  [{}, false],
  [{ elicitation: { url: {} } }, false],
  [{ elicitation: {} }, true],
  [{ elicitation: { form: {} } }, true],
  [{ elicitation: { form: { applyDefaults: true }, url: {} } }, true],
])('%j can show a form: %s', (capabilities, can) => {
  expect(canAskForms(capabilities)).toBe(can);
});
