import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { ProviderProxy } from './providerProxy.ts';

type Got = {
  method: string | undefined;
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
};
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function provider(answer: (response: http.ServerResponse) => void) {
  const got: Got[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      got.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { got, address: `http://127.0.0.1:${port}/v1` };
}

const begun = (address: string, key: string | undefined = 'the-key') => {
  const proxy = new ProviderProxy();
  proxy.begin('turn', { provider: { kind: 'compatible', model: 'm', address }, key });
  return proxy;
};
const post = (path: string, init: RequestInit = {}) =>
  new Request(`http://model${path}`, { method: 'POST', body: '{}', ...init });

it('sends what the page wants sent, with the key, and passes the answer on', async () => {
  const { got, address } = await provider((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b', 'x-secret': 's' });
    response.end('data: 1\n\n');
  });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer not-here', 'x-other': '1' };
  const reply = await begun(address).serve(post('/provider/turn/chat/completions?a=b', { headers }));
  expect(await reply?.text()).toBe('data: 1\n\n');
  expect(Object.fromEntries(reply?.headers ?? [])).toEqual({ 'content-type': 'text/event-stream' });
  expect(got[0]).toMatchObject({ method: 'POST', url: '/v1/chat/completions?a=b', body: '{}' });
  expect(got[0]?.headers.authorization).toBe('Bearer the-key');
  expect(got[0]?.headers).not.toHaveProperty('x-other');
});

it.each([
  ['an answer that nobody asked for', post('/provider/other/chat')],
  ['no answer', post('/provider/')],
  ['a GET', new Request('http://model/provider/turn/chat')],
  ['a DELETE', post('/provider/turn/chat', { method: 'DELETE' })],
  ['an address above the accepted one', post('/provider/turn/%2e%2e/admin')],
  ['a slash in disguise', post('/provider/turn/..%2f..%2fadmin')],
  ['too much', post('/provider/turn/chat', { body: 'x'.repeat(limits.providerRequestBytes + 1) })],
])('sends nothing for %s', async (_, request) => {
  const { got, address } = await provider((response) => response.end());
  const reply = await begun(address).serve(request);
  expect(reply === undefined || reply.status >= 400).toBe(true);
  expect(got).toEqual([]);
});

it('sends nothing for an answer that is over', async () => {
  const { got, address } = await provider((response) => response.end());
  const proxy = begun(address);
  proxy.end('turn');
  expect((await proxy.serve(post('/provider/turn/chat')))?.status).toBe(403);
  expect(got).toEqual([]);
});

it('sends no more than a few requests for one answer', async () => {
  const { got, address } = await provider((response) => response.end('{}'));
  const proxy = begun(address);
  for (let n = 0; n < limits.providerRequests + 3; n++)
    await (await proxy.serve(post('/provider/turn/chat')))?.text();
  expect(got).toHaveLength(limits.providerRequests);
});

it('is for nothing else', () => {
  expect(new ProviderProxy().serve(new Request('http://model/index.html'))).toBeUndefined();
});

it.each([301, 302, 303, 307, 308])('follows no redirect (%s): the key would go along', async (status) => {
  const elsewhere = await provider((response) => response.end('reached'));
  const { address } = await provider((response) =>
    response.writeHead(status, { location: `${elsewhere.address}/x` }).end(),
  );
  expect((await begun(address).serve(post('/provider/turn/chat')))?.status).toBe(502);
  expect(elsewhere.got).toEqual([]);
});

it('gives the page no key that the provider repeats in an error', async () => {
  const { address } = await provider((response) => response.writeHead(401).end('wrong key: the-key'));
  const reply = await begun(address).serve(post('/provider/turn/chat'));
  expect([reply?.status, await reply?.text()]).toEqual([401, 'wrong key: …']);
});

it('breaks off an answer that does not end, at the limit', async () => {
  const { address } = await provider((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const reply = await begun(address).serve(post('/provider/turn/chat'));
  await expect(reply?.arrayBuffer()).rejects.toThrow();
});

it('breaks off what is on its way when the answer ends', async () => {
  const { address } = await provider((response) => response.writeHead(200).write('data'));
  const proxy = begun(address);
  const reply = await proxy.serve(post('/provider/turn/chat'));
  proxy.end('turn');
  await expect(reply?.text()).rejects.toThrow();
});

it('says that a provider cannot be reached', async () => {
  const reply = await begun('http://127.0.0.1:9/v1').serve(post('/provider/turn/chat'));
  expect(reply?.status).toBe(502);
  expect(await reply?.text()).toContain('could not be reached');
});
