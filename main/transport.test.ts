import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, expect, it } from 'vitest';
import { parseServerConfig } from '../core/serverConfig.ts';
import { noPrograms } from './testing/fakes.ts';
import { makeOpenTransport } from './transport.ts';

const open: http.Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(
  answer: http.RequestListener,
): Promise<{ url: string; asked: http.IncomingHttpHeaders[] }> {
  const asked: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.headers);
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}

it('a remote server gets its headers, and nobody that it points to gets anything', async () => {
  const elsewhere = await listen((_request, response) => response.end('{}'));
  const server = await listen((_request, response) => {
    response.writeHead(307, { location: elsewhere.url });
    response.end();
  });
  const config = parseServerConfig('s', { url: server.url, headers: { 'x-key': 'mine' } });
  if ('error' in config) throw new Error(config.error);
  const opened = await makeOpenTransport(() => Promise.reject(new Error('not bundled')), noPrograms)(config);
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(opened.transport, { timeout: 5_000 })).rejects.toThrow();
  await opened.close();
  expect(server.asked[0]).toMatchObject({ 'x-key': 'mine' });
  expect(elsewhere.asked).toEqual([]);
});
