/** Somebody on loopback whom nothing of ours may reach; it counts. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export async function stranger(): Promise<{
  port: number;
  reached: () => number;
  close: () => Promise<void>;
}> {
  let reached = 0;
  const server = http.createServer((_request, response) => {
    reached += 1;
    response.setHeader('access-control-allow-origin', '*').end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    reached: () => reached,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
