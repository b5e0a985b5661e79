/** A client without an SDK, message by message: for what a well-behaved client never does. */
import { InMemoryTransport, type JSONRPCMessage, type McpServer } from '@modelcontextprotocol/server';

type Message = Record<string, unknown> & { id?: number; method?: string; params?: Record<string, unknown> };
type Waiter = { matches: (message: Message) => boolean; resolve: (message: Message) => void };

export class Wire {
  private readonly received: Message[] = [];
  private readonly waiters: Waiter[] = [];
  private lastId = 1000;

  private constructor(private readonly transport: InMemoryTransport) {
    transport.onmessage = (message) => this.receive(message as unknown as Message);
  }

  static async open(server: McpServer, capabilities: unknown, protocolVersion = '2025-11-25'): Promise<Wire> {
    const [mine, its] = InMemoryTransport.createLinkedPair();
    const wire = new Wire(mine);
    await Promise.all([server.connect(its), mine.start()]);
    const clientInfo = { name: 'wire', version: '1' };
    await wire.answerTo(wire.request('initialize', { protocolVersion, capabilities, clientInfo }));
    wire.send({ method: 'notifications/initialized' });
    return wire;
  }

  send(message: Message): void {
    // `as`: anything may be sent.
    void this.transport.send({ jsonrpc: '2.0', ...message } as unknown as JSONRPCMessage);
  }

  /** The id that it was sent with. */
  request(method: string, params: Record<string, unknown> = {}): number {
    this.lastId += 1;
    this.send({ id: this.lastId, method, params });
    return this.lastId;
  }

  /** The first message of this kind that has not been taken yet, now or later. */
  next(matches: (message: Message) => boolean): Promise<Message> {
    const index = this.received.findIndex(matches);
    const [message] = index === -1 ? [] : this.received.splice(index, 1);
    return message
      ? Promise.resolve(message)
      : new Promise((resolve) => this.waiters.push({ matches, resolve }));
  }

  named(method: string): Promise<Message> {
    return this.next((message) => message.method === method);
  }

  answerTo(id: number): Promise<Message> {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  /** Everything that was sent before this has been dealt with. */
  async settled(): Promise<void> {
    await this.answerTo(this.request('ping'));
    await new Promise((resolve) => setImmediate(resolve));
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  private receive(message: Message): void {
    const index = this.waiters.findIndex(({ matches }) => matches(message));
    const [waiter] = index === -1 ? [] : this.waiters.splice(index, 1);
    if (waiter) waiter.resolve(message);
    else this.received.push(message);
  }
}
