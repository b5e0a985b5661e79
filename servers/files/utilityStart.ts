/** In an Electron utility process: one message brings what to serve, and the port over which. */
import path from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { type PortLike, PortTransport } from '../portTransport.ts';
import { filesServer } from './server.ts';

/** As much of Electron's `process.parentPort` as is used. */
export type ParentPort = {
  once(event: 'message', listener: (event: { data: unknown; ports: PortLike[] }) => void): unknown;
};

type Effects = { exit: (code: number) => void; say: (line: string) => void };

const absolutePath = z.string().refine((value) => path.isAbsolute(value), 'must be an absolute path');

export const startMessage = z.strictObject({
  directories: z.array(absolutePath).min(1),
  auditFile: absolutePath,
});

/** Exits with 2 when it is not told what to serve, with 1 when it cannot, and with 0 when the port closes. */
export function startInUtility(parent: ParentPort, { exit, say }: Effects): void {
  parent.once('message', ({ data, ports: [port] }) => {
    const start = startMessage.safeParse(data);
    if (!start.success || port === undefined) {
      say(
        `countersign-files: wrong start message: ${start.error ? z.prettifyError(start.error) : 'no port came with it'}`,
      );
      return exit(2);
    }
    serveOn(port, start.data, { exit, say }).catch((error: unknown) => {
      say(`countersign-files: ${error instanceof Error ? error.message : String(error)}`);
      exit(1);
    });
  });
}

async function serveOn(
  port: PortLike,
  start: z.infer<typeof startMessage>,
  { exit, say }: Effects,
): Promise<void> {
  const make = filesServer(start);
  serveStdio(make, {
    transport: new PortTransport(port),
    onerror: (error) => say(`countersign-files: ${error.message}`),
  });
  // Not at once: the calls that end with the connection are recorded first.
  port.on('close', () => setImmediate(exit, 0));
}
