/** A client of the current SDK on a linked transport, with a person who answers as the test says. */
import { Client } from '@modelcontextprotocol/client';
import { type ClientCapabilities, InMemoryTransport } from '@modelcontextprotocol/server';
import { afterEach } from 'vitest';
import { createFilesServer, type FilesServerOptions } from '../server.ts';
import type { Folder } from './folder.ts';

type Params = Record<string, unknown>;
/** Gets the raw params of the question; what it returns goes out unchecked. */
export type Person = (question: Params) => unknown;
export type Told = { text: string; isError: boolean };

type Setting = Partial<FilesServerOptions> & {
  capabilities?: ClientCapabilities;
  roots?: () => unknown;
};

const open: Client[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

export const confirm = (over: Params = {}): { action: string; content: Params } => ({
  action: 'accept',
  content: { confirm_name: 'notes.txt', reason: 'no longer needed', ...over },
});

export async function connect(folder: Folder, person: Person, setting: Setting = {}) {
  const { capabilities = { elicitation: { form: {} } }, roots, ...options } = setting;
  const server = createFilesServer({
    directories: [folder.allowed],
    auditFile: folder.auditFile,
    ...options,
  });
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const asked: Params[] = [];
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method === 'roots/list') return answered(await roots?.());
    asked.push(params ?? {});
    return answered(await person(params ?? {}));
  };
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  open.push(client);

  const call = async (name: string, args: Params = {}, signal?: AbortSignal): Promise<Told> => {
    const result = await client.callTool(
      { name, arguments: args },
      { timeout: 600_000, ...(signal && { signal }) },
    );
    const [first] = result.content;
    return { text: first?.type === 'text' ? first.text : '', isError: result.isError === true };
  };
  return {
    client,
    server,
    asked,
    call,
    remove: (filepath = 'notes.txt', signal?: AbortSignal) => call('delete_file', { filepath }, signal),
  };
}

// `as`: the test's answers are meant to be anything.
const answered = (result: unknown) => result as Params;
