import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { parseServerConfig } from '../core/serverConfig.ts';
import { connected, stopAll } from './testing/connected.ts';
import { noPrograms } from './testing/fakes.ts';
import { makeOpenTransport } from './transport.ts';

const open: http.Server[] = [];
afterEach(async () => {
  await stopAll();
  for (const server of open.splice(0)) server.closeAllConnections();
});

/** A server of the older SDK that asks on the stream of the call, or, where `aside`, on the one of no call. */
async function listen(aside: boolean): Promise<string> {
  const mcp = new Server({ name: 'http', version: '1' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 't', inputSchema: { type: 'object' as const } }],
  }));
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendRequest }) => {
    const request = {
      method: 'elicitation/create',
      params: {
        message: `About ${String(params.arguments?.about)}`,
        requestedSchema: { type: 'object', properties: {} },
      },
    };
    const result = z.looseObject({ action: z.string() });
    const { action } = aside
      ? await mcp.request(request as never, result as never)
      : ((await sendRequest(request as never, result as never)) as { action: string });
    return { content: [{ type: 'text', text: action }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  await mcp.connect(transport as never);
  const server = http.createServer((request, response) => void transport.handleRequest(request, response));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function bench(aside = false) {
  const config = parseServerConfig('s', { url: await listen(aside) });
  if ('error' in config) throw new Error(config.error);
  const openTransport = makeOpenTransport(() => Promise.reject(new Error('not bundled')), noPrograms);
  const connection = await connected({ open: () => openTransport(config) });
  const call = (about: string) =>
    connection.call(60_000, { method: 'tools/call', name: 't', arguments: { about } });
  return { ...connection, call };
}

it('E057: over HTTP a question belongs to the call on whose stream it came, and the other call goes on', async () => {
  const { questions, calls, call } = await bench();
  const [one, two] = [call('one'), call('two')];
  await vi.waitFor(() => expect(questions.open).toHaveLength(2), { timeout: 5_000 });
  const belongs = questions.open.map(({ body, callIds }) => [body.kind === 'form' && body.message, callIds]);
  expect(Object.fromEntries(belongs as [string, string[]][])).toEqual({
    'About one': [one.callId],
    'About two': [two.callId],
  });
  for (const question of questions.open)
    questions.settle(question.questionId, { kind: 'accepted', content: {}, via: 'key' });
  await vi.waitFor(() => expect(calls.openCount).toBe(0), { timeout: 5_000 });
  expect([one, two].map((done) => done.state.state)).toEqual(['done', 'done']);
});

it('E057: a question on the stream of no call may belong to any of them', async () => {
  const { questions, call } = await bench(true);
  const [one, two] = [call('one'), call('two')];
  await vi.waitFor(() => expect(questions.open).toHaveLength(2), { timeout: 5_000 });
  for (const { callIds } of questions.open)
    expect([...callIds].sort()).toEqual([one.callId, two.callId].sort());
});
