/** A server whose every message is written by the test: what a library would refuse to send, this sends. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

type Id = string | number;
type Message = {
  id?: Id;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: unknown;
};

export class ScriptedServer {
  initialize: Record<string, unknown> | undefined;
  readonly calls: Message[] = [];
  readonly #received: Message[] = [];
  #waiting: (() => void)[] = [];
  #callsTaken = 0;

  constructor(private readonly transport: Transport) {}

  async start(): Promise<void> {
    this.transport.onmessage = (message) => this.#hear(message as Message);
    await this.transport.start();
  }

  ask(id: Id, params: object): Promise<Message> {
    return this.request(id, 'elicitation/create', params);
  }

  /** With an id that was used before: the reply after those that are there. */
  async askAgain(id: Id, params: object): Promise<Message> {
    return this.request(id, 'elicitation/create', params);
  }

  async request(id: Id, method: string, params: object): Promise<Message> {
    const before = this.repliesTo(id).length;
    await this.#send({ id, method, params });
    return this.until(() => this.repliesTo(id)[before]);
  }

  async notify(method: string, params: object): Promise<void> {
    await this.#send({ method, params });
  }

  async result(id: Id): Promise<void> {
    await this.#send({ id, result: { content: [{ type: 'text', text: 'done' }] } });
  }

  async nextCall(): Promise<Id> {
    const call = await this.until(() => this.calls[this.#callsTaken]);
    this.#callsTaken += 1;
    return call.id ?? 0;
  }

  async nextCallWithToken(): Promise<{ id: Id; token: unknown }> {
    const id = await this.nextCall();
    const meta = this.calls.find((call) => call.id === id)?.params?._meta;
    return { id, token: (meta as { progressToken?: unknown } | undefined)?.progressToken };
  }

  /** After its reply everything that was sent before has been handled. */
  async ping(): Promise<void> {
    await this.request(`ping-${this.#received.length}`, 'ping', {});
  }

  repliesTo(id: Id): Message[] {
    return this.#received.filter((message) => message.id === id && message.method === undefined);
  }

  notified(method: string): Message[] {
    return this.#received.filter((message) => message.method === method);
  }

  async die(): Promise<void> {
    await this.transport.close();
  }

  /** Resolves with the first value of `find` that is there, looking again at every message and every turn. */
  async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        setImmediate(resolve);
      });
    }
  }

  #hear(message: Message): void {
    this.#received.push(message);
    if (message.method === 'tools/call') this.calls.push(message);
    if (message.method === 'initialize') {
      this.initialize = message.params;
      void this.#send({ id: message.id ?? 0, result: initializeResult });
    }
    if (message.method === 'tools/list')
      void this.#send({
        id: message.id ?? 0,
        result: { tools: [{ name: 't', inputSchema: { type: 'object' } }] },
      });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #send(message: object): Promise<void> {
    await this.transport.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  }
}

const initializeResult = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'scripted', version: '1' },
};
