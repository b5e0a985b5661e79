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
  #isModern: boolean;

  /** `modern`: it speaks 2026-07-28 alone, and says so to every `initialize`; `both`: whichever it is asked for first. */
  constructor(
    private readonly transport: Transport,
    private readonly era: 'older' | 'modern' | 'both' = 'older',
    private readonly eager: object | undefined = undefined,
  ) {
    this.#isModern = era === 'modern';
  }

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
    await this.answer(id, { content: [{ type: 'text', text: 'done' }] });
  }

  async answer(id: Id, result: object): Promise<void> {
    await this.#send({ id, result: this.#isModern ? { resultType: 'complete', ...result } : result });
  }

  async fail(id: Id, error: { code: number; message: string; data?: unknown }): Promise<void> {
    await this.#send({ id, error });
  }

  /** The call after those that were taken, with its parameters. */
  async nextRequest(): Promise<{ id: Id; params: Record<string, unknown> }> {
    const id = await this.nextCall();
    return { id, params: this.calls.find((call) => call.id === id)?.params ?? {} };
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
    const id = message.id ?? 0;
    if (message.method === 'server/discover' && this.era === 'both') this.#isModern = true;
    const modern = this.#isModern;
    if (['tools/call', 'prompts/get', 'resources/read'].includes(message.method ?? ''))
      this.calls.push(message);
    if (message.method === 'initialize') {
      this.initialize = message.params;
      if (this.eager !== undefined)
        void this.#send({ id: 'early', method: 'elicitation/create', params: this.eager });
      const data = { supported: ['2026-07-28'], requested: '2025-11-25' };
      const error = { code: -32022, message: 'Unsupported protocol version', data };
      void this.#send(modern ? { id, error } : { id, result: initializeResult });
    }
    if (message.method === 'server/discover') {
      const error = { code: -32601, message: 'Method not found' };
      void (modern ? this.answer(id, discoverResult) : this.#send({ id, error }));
    }
    if (message.method === 'tools/list') void this.answer(id, { ...cached, tools: [tool] });
    if (message.method === 'prompts/list') void this.answer(id, { ...cached, prompts: [{ name: 'p' }] });
    if (message.method === 'resources/list')
      void this.answer(id, { ...cached, resources: [{ name: 'r', uri: 'test://r' }] });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #send(message: object): Promise<void> {
    await this.transport.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  }
}

const tool = { name: 't', inputSchema: { type: 'object' } };
const cached = { ttlMs: 0, cacheScope: 'private' };
const capabilities = { tools: {}, prompts: {}, resources: {} };

const discoverResult = {
  ...cached,
  supportedVersions: ['2026-07-28'],
  capabilities,
  serverInfo: { name: 'scripted', version: '1' },
};

const initializeResult = {
  protocolVersion: '2025-11-25',
  capabilities,
  serverInfo: { name: 'scripted', version: '1' },
};
