/** Each tool over a linked transport, to a client of the older generation that keeps what it is asked. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, describe, expect, it } from 'vitest';
import { hostile, odd, valid } from './questions.ts';
import { createFormsServer, tools } from './server.ts';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(answer: (params: unknown) => object) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {}, url: {} } } },
  );
  const asked: unknown[] = [];
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method !== 'elicitation/create') throw new Error(`not offered: ${method}`);
    asked.push(params);
    return answer(params) as Record<string, unknown>;
  };
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([createFormsServer().connect(far), client.connect(near)]);
  open.push(client);
  const call = async (name: string) => {
    const result = await client.callTool({ name, arguments: {} });
    const [block] = result.content as { text: string }[];
    return { text: block?.text, isError: result.isError === true };
  };
  return { client, asked, call };
}

const decline = () => ({ action: 'decline' });

it('names each tool once, and says what it is for', () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(70);
});

describe('asks exactly what it says, and returns what came back', () => {
  it.each([...valid, ...odd, ...hostile])('$name', async ({ name, question }) => {
    const { asked, call } = await connected(decline);
    expect(await call(name)).toEqual({ text: '{"action":"decline"}', isError: false });
    expect(JSON.stringify(asked)).toBe(JSON.stringify([question]));
  });
});

it('a client that answers with an error is told of it', async () => {
  const { call } = await connected(() => {
    throw new Error('no');
  });
  expect(await call('text')).toMatchObject({ isError: true });
});

it.each([
  ['two_in_a_row', 2],
  ['the_same_again', 3],
  ['three_at_once', 3],
  ['flood', 20],
])('%s asks %i times', async (name, times) => {
  const { asked, call } = await connected(decline);
  await call(name);
  expect(asked).toHaveLength(times);
});

it('lists pages with error -32042, and is done at the second call', async () => {
  const { call } = await connected(decline);
  await expect(call('listed_pages')).rejects.toMatchObject({
    code: -32042,
    data: { elicitations: [{ mode: 'url', elicitationId: 'listed-one' }, { elicitationId: 'listed-two' }] },
  });
  expect(await call('listed_pages')).toMatchObject({ text: '"done at the second call"' });
});

it('asks for nothing that was not offered twice', async () => {
  const { call } = await connected(decline);
  expect((await call('ask_the_model')).text).toContain('not offered');
});
