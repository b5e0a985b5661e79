/** Entry in an Electron utility process: one message brings the port over which to serve. */
import { type PortLike, PortTransport } from '../portTransport.ts';
import { createFormsServer } from './server.ts';

type ParentPort = { once(event: 'message', listener: (event: { ports: PortLike[] }) => void): unknown };
// `as`: Electron adds `parentPort` to `process` in a utility process, and nowhere else.
const { parentPort } = process as typeof process & { parentPort?: ParentPort };

if (parentPort === undefined) {
  console.error(
    'countersign-forms: this entry is for an Electron utility process; in a terminal start forms.mjs',
  );
  process.exitCode = 2;
}
parentPort?.once('message', ({ ports: [port] }) => {
  if (port === undefined) {
    console.error('countersign-forms: no port came with the message');
    process.exit(2);
  }
  port.on('close', () => process.exit(0));
  void createFormsServer().connect(new PortTransport(port) as never);
});
