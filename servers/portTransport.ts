/** MCP over a message port, as between an Electron main process and a utility process. Messages are structured clones. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** As much of Electron's `MessagePortMain` as is used. */
export type PortLike = {
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
};

/** A `Transport` of the client and of the server package alike. */
export class PortTransport {
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  private state: 'new' | 'open' | 'closed' = 'new';

  constructor(private readonly port: PortLike) {}

  async start(): Promise<void> {
    if (this.state !== 'new') throw new Error('The port was started before');
    this.state = 'open';
    // `as`: whoever receives it (the protocol layer) tells by itself whether it is a message.
    this.port.on('message', ({ data }) => this.state === 'open' && this.onmessage?.(data as JSONRPCMessage));
    this.port.on('close', () => this.ended());
    this.port.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.state !== 'open') throw new Error('The port is not open');
    this.port.postMessage(message);
  }

  async close(): Promise<void> {
    if (this.state === 'closed') return;
    this.port.close();
    this.ended();
  }

  /** Closed by either side; told once. */
  private ended(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.onclose?.();
  }
}
