import type { Transport as ClientTransport } from '@modelcontextprotocol/client';
import type { Transport as ServerTransport } from '@modelcontextprotocol/server';
import { expect, it, vi } from 'vitest';
import { makeFakePorts } from './files/testing/fakePort.ts';
import { PortTransport } from './portTransport.ts';

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' }) as const;
const turns = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function opened() {
  const [a, b] = makeFakePorts();
  const [mine, its] = [new PortTransport(a), new PortTransport(b)];
  const closed = [vi.fn(), vi.fn()];
  [mine.onclose, its.onclose] = closed;
  await Promise.all([mine.start(), its.start()]);
  return { a, b, mine, its, closed };
}

it('carries messages in both directions, for a client and for a server', async () => {
  const { mine, its } = await opened();
  const transports: [ClientTransport, ServerTransport] = [mine, its];
  const heard: unknown[] = [];
  for (const transport of transports) transport.onmessage = (message) => heard.push(message);
  await mine.send(ping(1));
  await its.send(ping(2));
  await turns();
  expect(heard).toEqual([ping(1), ping(2)]);
});

it('tells once that it was closed, whoever closed it', async () => {
  const { a, mine, its, closed } = await opened();
  await mine.close();
  await mine.close();
  await turns();
  await its.close();
  expect(closed.map((told) => told.mock.calls.length)).toEqual([1, 1]);
  expect(a.closings).toBe(1);
});

it('sends nothing before it was started or after it was closed', async () => {
  const [port] = makeFakePorts();
  const transport = new PortTransport(port);
  await expect(transport.send(ping(1))).rejects.toThrow('not open');
  await transport.start();
  await expect(transport.start()).rejects.toThrow();
  await transport.close();
  await expect(transport.send(ping(2))).rejects.toThrow('not open');
});

it('passes nothing on that arrives after it was closed', async () => {
  const { mine, its } = await opened();
  its.onmessage = vi.fn();
  await mine.send(ping(1));
  await its.close();
  await turns();
  expect(its.onmessage).not.toHaveBeenCalled();
});
