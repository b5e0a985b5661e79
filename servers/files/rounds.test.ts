import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { type ClientCapabilities, InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { type FilesServerOptions, filesServer } from './server.ts';
import { confirm } from './testing/connect.ts';
import { type Folder, makeFolder } from './testing/folder.ts';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

type Round = {
  resultType?: string;
  inputRequests?: Record<string, { method: string; params: Record<string, unknown> }>;
  requestState?: string;
  content?: { text?: string }[];
  isError?: boolean;
};

/** A client of 2026-07-28 that drives the rounds by hand. */
async function connected(
  options: Partial<FilesServerOptions> = {},
  capabilities: ClientCapabilities = { elicitation: { form: {} } },
) {
  const folder = makeFolder();
  const make = filesServer({ directories: [folder.allowed], auditFile: folder.auditFile, ...options });
  const join = async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(make, { transport: far });
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        inputRequired: { autoFulfill: false },
      },
    );
    await client.connect(near);
    open.push(client);
    return client;
  };
  const client = await join();
  const call = (more: object = {}, filepath = 'notes.txt', by = client, name = 'delete_file') =>
    by.callTool({ name, arguments: { filepath }, ...more } as never, {
      allowInputRequired: true,
    }) as Promise<Round>;
  return { folder, client, call, join };
}

const answer = (asked: Round, result: unknown = confirm(), more: object = {}) => ({
  inputResponses: { confirm: result, ...more },
  requestState: asked.requestState,
});
const textOf = (result: Round) => result.content?.[0]?.text;
const untouched = (folder: Folder) => expect(folder.names()).toEqual(['notes.txt']);

it('asks by its result, exactly as in the older revisions', async () => {
  const { call, folder } = await connected();
  const asked = await call();
  expect(asked).toMatchObject({
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: expect.stringMatching(/^Confirm deletion of notes\.txt \(9 bytes, modified /),
          requestedSchema: { required: ['confirm_name', 'reason'] },
        },
      },
    },
    requestState: expect.any(String),
  });
  expect(Object.keys(asked.inputRequests ?? {})).toEqual(['confirm']);
  untouched(folder);
});

it('deletes after a valid answer, and records who said why', async () => {
  const { call, folder } = await connected();
  expect(textOf(await call(answer(await call())))).toBe('Deleted notes.txt');
  expect(folder.names()).toEqual([]);
  expect(folder.audit()).toMatchObject([
    { event: 'intent', reason: 'no longer needed' },
    { event: 'ended', outcome: 'deleted' },
  ]);
});

describe('every other ending has the text of the older revisions, and deletes nothing', () => {
  it.each<[string, unknown, string]>([
    ['declined', { action: 'decline' }, 'Deletion declined by the user'],
    ['cancelled', { action: 'cancel' }, 'Deletion cancelled'],
    ['accepted with nothing', { action: 'accept' }, 'Confirmation was not valid: must have required'],
    [
      'too short a reason',
      confirm({ reason: 'no' }),
      'Confirmation was not valid: reason: must NOT have fewer than 5 characters',
    ],
    [
      'a wrong name',
      confirm({ confirm_name: 'note.txt' }),
      "Confirmation did not match: you typed 'note.txt', expected 'notes.txt'",
    ],
    ['no answer among the answers', null, 'Confirmation was not valid'],
  ])('%s', async (_name, result, text) => {
    const { call, folder } = await connected();
    const ended = await call(answer(await call(), result));
    expect(ended.isError).toBe(true);
    expect(textOf(ended)).toContain(text);
    untouched(folder);
    expect(folder.audit()).toHaveLength(1);
  });

  it('an answer after two minutes', async () => {
    let now = Date.now();
    const { call, folder } = await connected({ now: () => now });
    const asked = await call();
    now += 120_000;
    expect(textOf(await call(answer(asked)))).toBe('Deletion cancelled (no answer within 2 minutes)');
    untouched(folder);
  });

  it('the file changed meanwhile', async () => {
    const { call, folder } = await connected();
    const asked = await call();
    writeFileSync(folder.notes, 'something else');
    expect(textOf(await call(answer(asked)))).toMatch(/changed after you were asked.*nothing was deleted/);
    untouched(folder);
  });

  it.each<[string, ClientCapabilities]>([
    ['without elicitation', {}],
    ['that can only open pages', { elicitation: { url: {} } }],
  ])('a client %s', async (_name, capabilities) => {
    const { call, folder } = await connected({}, capabilities);
    expect(textOf(await call())).toBe('Deletion needs a client that can ask the user');
    untouched(folder);
  });
});

describe('a state', () => {
  it('is taken once, even side by side', async () => {
    const { call, folder } = await connected();
    const asked = await call();
    const [first, second] = await Promise.all([
      call(answer(asked, { action: 'decline' })),
      call(answer(asked)),
    ]);
    expect([textOf(first), textOf(second)].sort()).toEqual([
      'Deletion declined by the user',
      'This answer was used before',
    ]);
    untouched(folder);
  });

  it('is for the file that was asked about', async () => {
    const { call, folder } = await connected();
    writeFileSync(join(folder.allowed, 'other.txt'), '');
    const asked = await call();
    const ended = await call(answer(asked, confirm({ confirm_name: 'other.txt' })), 'other.txt');
    expect(textOf(ended)).toBe('The answer is about another file than other.txt');
    expect(folder.names()).toEqual(['notes.txt', 'other.txt']);
  });

  it.each<[string, (state: string) => string]>([
    ['with a letter changed', (state) => state.replace(/.(?=.{20}$)/u, (c) => (c === 'A' ? 'B' : 'A'))],
    ['cut short', (state) => state.slice(0, -1)],
    ['that is empty', () => ''],
    ['of our own making', () => `v1.${Buffer.from('{"p":{},"exp":9999999999}').toString('base64url')}.AAAA`],
  ])('%s is refused', async (_name, forge) => {
    const { call, folder } = await connected();
    const { requestState = '', ...asked } = await call();
    await expect(call(answer({ ...asked, requestState: forge(requestState) }))).rejects.toMatchObject({
      code: -32602,
    });
    untouched(folder);
  });

  it('of another process is refused', async () => {
    const { call, folder } = await connected();
    const other = await connected();
    await expect(call(answer(await other.call()))).rejects.toMatchObject({ code: -32602 });
    untouched(folder);
  });

  it('left out, the call asks anew', async () => {
    const { call, folder } = await connected();
    await call();
    expect(await call({ inputResponses: { confirm: confirm() } })).toMatchObject({
      resultType: 'input_required',
    });
    untouched(folder);
  });

  it('belongs to the process, not to a connection, but is spent on all of them', async () => {
    const { call, join: another, folder } = await connected();
    const asked = await call();
    await call(answer(asked, { action: 'decline' }));
    expect(textOf(await call(answer(asked), 'notes.txt', await another()))).toBe(
      'This answer was used before',
    );
    untouched(folder);
  });
});

describe('a client with roots', () => {
  const withRoots = { elicitation: { form: {} }, roots: {} };
  const rootsAt = (directory: string) => ({ roots: { roots: [{ uri: pathToFileURL(directory).href }] } });

  it('is asked for them first, and again together with the question', async () => {
    const { call, folder } = await connected({}, withRoots);
    const first = await call();
    expect(first.inputRequests).toEqual({ roots: { method: 'roots/list' } });
    expect(first.requestState).toBeUndefined();
    const second = await call({ inputResponses: rootsAt(folder.allowed) });
    expect(Object.keys(second.inputRequests ?? {}).sort()).toEqual(['confirm', 'roots']);
    const ended = await call(answer(second, confirm(), rootsAt(folder.allowed)));
    expect(textOf(ended)).toBe('Deleted notes.txt');
  });

  it('that narrows them while the question is open deletes nothing outside them', async () => {
    const { call, folder } = await connected({}, withRoots);
    const inner = join(folder.allowed, 'inner');
    mkdirSync(inner);
    const asked = await call({ inputResponses: rootsAt(folder.allowed) });
    expect(textOf(await call(answer(asked, confirm(), rootsAt(inner))))).toContain('no longer inside');
    expect(readFileSync(folder.notes, 'utf8')).toBe('the notes');
  });

  it('that keeps them back with the answer deletes nothing', async () => {
    const { call, folder } = await connected({}, withRoots);
    const asked = await call({ inputResponses: rootsAt(folder.allowed) });
    expect(textOf(await call(answer(asked)))).toBe('The client did not tell its roots');
    untouched(folder);
  });

  it('reads within them only', async () => {
    const { call, folder, client } = await connected({}, withRoots);
    const inner = join(folder.allowed, 'inner');
    mkdirSync(inner);
    const read = (more: object) => call(more, 'notes.txt', client, 'read_text_file');
    expect((await read({})).resultType).toBe('input_required');
    expect(textOf(await read({ inputResponses: rootsAt(folder.allowed) }))).toBe('the notes');
    expect((await read({ inputResponses: rootsAt(inner) })).isError).toBe(true);
    expect((await read({ inputResponses: { roots: { roots: 'everything' } } })).isError).toBe(true);
  });
});
