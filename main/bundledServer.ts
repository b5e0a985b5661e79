/** The servers that come with the app, in a utility process over a message port: no Node on the person's system is needed. */
import path from 'node:path';
import { MessageChannelMain, utilityProcess } from 'electron';
import { PortTransport } from '../servers/portTransport.ts';
import type { OpenBundled } from './transport.ts';

const entries = {
  files: { file: 'filesServer.mjs', name: 'Countersign file server' },
  forms: { file: 'formsServer.mjs', name: 'Countersign form server' },
} as const;

/** `auditFile` is the file server's own record; it must lie outside every folder that the server may work in. */
export function makeOpenBundled(auditFile: string): OpenBundled {
  return async ({ server, directories }, onError) => {
    const { file, name } = entries[server];
    const child = utilityProcess.fork(path.join(import.meta.dirname, file), [], {
      serviceName: name,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: environment(server),
    });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stderr?.on('data', onError);
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(server === 'files' ? { directories, auditFile } : {}, [port2]);
    const transport = new PortTransport(port1);
    void gone.then(() => transport.close());
    return {
      transport,
      close: async () => {
        child.kill();
        await gone;
      },
    };
  };
}

/** An empty environment would pass on everything, so one variable is always named. */
const environment = (server: string): Record<string, string> => ({
  COUNTERSIGN_SERVER: server,
  ...(process.env.TZ === undefined ? {} : { TZ: process.env.TZ }),
});
