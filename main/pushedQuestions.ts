/**
 * Questions as the revisions of 2025 ask them: a request of the server's own, in the middle of a call. Each gets one
 * reply, or none where its server withdrew it or is gone. The numbers are those of docs/ARCHITECTURE.md.
 */

import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Reply, replyTo } from '../core/ending.ts';
import type { Ending } from '../core/question.ts';
import type { Elicitations, Settled } from './elicitations.ts';
import type { ToolCall, ToolCalls } from './toolCalls.ts';

type RequestId = string | number;
type Wire = Record<string, unknown>;
type Said = { questionId: string; action: string; callIds: readonly string[] };

export type PushedQuestionsDeps = {
  serverId: string;
  elicitations: Elicitations;
  calls: ToolCalls;
  isConnected: () => boolean;
  /** Which call a question belongs to, where the wire says that. */
  callAsking: (id: RequestId) => string | undefined;
};

export class PushedQuestions {
  /** Open requests that are questions, by the server's id; the value is what was replied, once it was. */
  readonly #open = new Map<RequestId, Said | undefined>();
  #whenReplied: (() => void)[] = [];

  constructor(private readonly deps: PushedQuestionsDeps) {}

  // 2. A question is heard: the raw request, before any library has read it.
  async heard(method: string, id: RequestId, params: unknown, signal: AbortSignal): Promise<Wire> {
    if (method !== 'elicitation/create')
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const { elicitations, calls, serverId } = this.deps;
    const callId = this.deps.callAsking(id);
    const asking = calls.openOf(serverId).filter((call) => callId === undefined || call.callId === callId);
    if (this.#open.has(id)) {
      const refusal = { kind: 'duplicate id', detail: 'its id is already in use' } as const;
      return this.#toWire(replyTo((await elicitations.refuse(refusal, asking)).ending));
    }
    this.#open.set(id, undefined);
    signal.addEventListener('abort', () => this.#close(id), { once: true });
    const settled = await elicitations.ask(params, asking, signal, () => this.#whyAborted());
    return this.#reply(id, settled, asking);
  }

  // 12. The reply leaves, if its call is still open.
  async #reply(id: RequestId, { questionId, ending }: Settled, asking: readonly ToolCall[]): Promise<Wire> {
    const reply = replyTo(ending);
    const callIds = asking.map((call) => call.callId).filter((callId) => this.deps.calls.isOpen(callId));
    if (ending.kind === 'accepted' && questionId !== undefined && callIds.length === 0) {
      this.#close(id);
      await this.deps.elicitations.notDelivered(questionId);
      return nothing();
    }
    if (reply.kind === 'result' && questionId !== undefined)
      this.#open.set(id, { questionId, action: reply.result.action, callIds });
    else this.#close(id);
    return this.#toWire(reply);
  }

  #toWire(reply: Reply): Promise<Wire> {
    switch (reply.kind) {
      case 'result':
        return Promise.resolve(reply.result);
      case 'error':
        return Promise.reject(new ProtocolError(reply.code, reply.message));
      case 'none':
        return nothing();
      default:
        return reply satisfies never;
    }
  }

  /** Resolves when no question of this server waits for its reply to leave. */
  async replied(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#whenReplied.push(resolve));
  }

  #close(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) for (const resolve of this.#whenReplied.splice(0)) resolve();
  }

  /** A message has left: a question's reply is recorded as sent only then. */
  async noteSent(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return;
    const said = this.#open.get(message.id);
    if (said === undefined) return;
    this.#close(message.id);
    if (said.action === 'accept') this.deps.calls.answered(said.callIds);
    await this.deps.elicitations.note({
      event: 'answer sent',
      question: said.questionId,
      action: said.action,
    });
  }

  /** The SDK ends every open request when its server withdraws it, and when the connection closes. */
  #whyAborted(): Ending {
    return { kind: 'withdrawn', why: this.deps.isConnected() ? 'server' : 'connection' };
  }
}

/** A promise that stays open: the server gets no reply, as the table of endings has it. */
const nothing = () => new Promise<never>(() => {});

/** Tells `sent` of every message once it has really left. */
export function tap(transport: Transport, sent: (message: JSONRPCMessage) => Promise<void>): Transport {
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage, options) => {
    await send(message, options);
    await sent(message);
  };
  return transport;
}
