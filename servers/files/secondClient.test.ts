import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createFilesServer } from './server.ts';
import { makeFolder } from './testing/folder.ts';

const good = { confirm_name: 'notes.txt', reason: 'no longer needed', keep_backup: false };

const rubbish: unknown[] = [
  {},
  { action: 'accept' },
  { action: 'accept', content: null },
  { action: 'accept', content: [] },
  { action: 'accept', content: 'notes.txt' },
  { action: 'accept', content: {} },
  { action: 'accept', content: { reason: good.reason } },
  { action: 'accept', content: { confirm_name: good.confirm_name } },
  { action: 'accept', content: { ...good, reason: 'abcd' } },
  { action: 'accept', content: { ...good, reason: 'x'.repeat(201) } },
  { action: 'accept', content: { ...good, reason: 12345 } },
  { action: 'accept', content: { ...good, confirm_name: ['notes.txt'] } },
  { action: 'accept', content: { ...good, confirm_name: true } },
  { action: 'accept', content: { ...good, keep_backup: 'no' } },
  { action: 'accept', content: { ...good, keep_backup: null } },
  { action: 'accept', content: { ...good, force: true } },
  { action: 'accept', content: JSON.parse(`{ "__proto__": ${JSON.stringify(good)} }`) },
  {
    action: 'accept',
    content: JSON.parse(`{ "__proto__": null, "confirm_name": "notes.txt", "reason": "abcde" }`),
  },
  { action: 'accept', content: { constructor: good, ...good } },
  { action: 'ACCEPT', content: good },
  { action: true, content: good },
  { action: ['accept'], content: good },
  { content: good },
  good,
];

async function connectSecondClient() {
  const folder = makeFolder();
  const server = createFilesServer({ directories: [folder.allowed], auditFile: folder.auditFile });
  const client = new Client({ name: 'second', version: '1' }, { capabilities: { elicitation: {} } });
  const answers = { next: {} as unknown };
  client.fallbackRequestHandler = async () => answers.next as Record<string, unknown>;
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  // `as`: two editions of one interface, which differ in what an absent property may be.
  await Promise.all([
    server.connect(serverSide),
    client.connect(clientSide as Parameters<typeof client.connect>[0]),
  ]);
  const remove = async (answer: unknown) => {
    answers.next = answer;
    const { isError, content } = await client.callTool({
      name: 'delete_file',
      arguments: { filepath: 'notes.txt' },
    });
    return { isError, content };
  };
  return { folder, client, remove };
}

it('the server validates again (a second client, written on @modelcontextprotocol/sdk 1.x, that sends rubbish is refused)', async () => {
  const { folder, client, remove } = await connectSecondClient();
  for (const answer of rubbish) {
    const text = expect.stringMatching(/^Confirmation was not valid: /);
    expect(await remove(answer), JSON.stringify(answer)).toEqual({
      isError: true,
      content: [{ type: 'text', text }],
    });
    expect(folder.names()).toEqual(['notes.txt']);
  }
  expect(folder.audit().map(({ outcome }) => outcome)).toEqual(rubbish.map(() => 'invalid'));

  // And what is valid from it is taken.
  const content = [{ type: 'text', text: 'Deleted notes.txt' }];
  expect(await remove({ action: 'accept', content: good })).toMatchObject({ content });
  await client.close();
});
