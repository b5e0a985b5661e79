/** Two ends of a port, as Electron's `MessageChannelMain` gives them: by clones, in a later turn, silent until started. */
import { EventEmitter } from 'node:events';
import type { PortLike } from '../../portTransport.ts';

export class FakePort extends EventEmitter implements PortLike {
  other: FakePort | undefined;
  closings = 0;
  private started = false;
  private readonly waiting: unknown[] = [];

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    setImmediate(() => this.other?.deliver(data));
  }

  start(): void {
    this.started = true;
    for (const data of this.waiting.splice(0)) this.emit('message', { data });
  }

  close(): void {
    this.closings += 1;
    setImmediate(() => {
      this.emit('close');
      this.other?.emit('close');
    });
  }

  private deliver(data: unknown): void {
    if (this.started) this.emit('message', { data });
    else this.waiting.push(data);
  }
}

export function makeFakePorts(): [FakePort, FakePort] {
  const [a, b] = [new FakePort(), new FakePort()];
  a.other = b;
  b.other = a;
  return [a, b];
}
