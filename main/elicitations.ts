/**
 * One question's life on the wire: heard as the raw request, read or refused, put before the person, recorded, and
 * answered. Read from `heard` downwards; the numbers are those of the life of a question in docs/ARCHITECTURE.md.
 */

import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Matches } from '../core/answer.ts';
import { type AuditEvent, askedEvent, endedEvent } from '../core/audit.ts';
import { callFor } from '../core/callFor.ts';
import { type Elicitation, type Refusal, readElicitation } from '../core/elicitation.ts';
import { type Reply, replyTo } from '../core/ending.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import type { Ending } from '../core/question.ts';
import type { Asked, Question, Questions } from './questions.ts';
import type { ToolCall, ToolCalls } from './toolCalls.ts';

export type ElicitationsDeps = {
  serverId: string;
  questions: Questions;
  calls: ToolCalls;
  matches: Matches;
  record: (event: AuditEvent) => Promise<void>;
  tell: (text: string) => void;
  /** How the server is shown, and how long it may wait. */
  server: () => Pick<Asked, 'server' | 'limitMs'>;
  isConnected: () => boolean;
};

type RequestId = string | number;
type Wire = Record<string, unknown>;

export class Elicitations {
  /** The person asked that this server ask no more, until it is started again or unmuted. */
  muted = false;
  /** Open requests that are questions, by the server's id; the value is what was replied, once it was. */
  readonly #open = new Map<RequestId, { questionId: string; action: string } | undefined>();

  #whenReplied: (() => void)[] = [];

  constructor(private readonly deps: ElicitationsDeps) {}

  // 2. A question is heard: the raw request, before any library has read it.
  async heard(method: string, id: RequestId, params: unknown, signal: AbortSignal): Promise<Wire> {
    if (method !== 'elicitation/create')
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const asking = this.deps.calls.openOf(this.deps.serverId);
    if (this.#open.has(id))
      return this.#refuse({ kind: 'duplicate id', detail: 'its id is already in use' }, asking);
    const read = this.#read(params, asking);
    if (!read.ok) return this.#refuse(read.refusal, asking);
    this.#open.set(id, undefined);
    signal.addEventListener('abort', () => this.#close(id), { once: true });
    return this.#ask(id, read.elicitation, asking, signal);
  }

  // 3. It is read, or refused.
  #read(params: unknown, asking: ToolCall[]): ReturnType<typeof readElicitation> {
    const refuse = (kind: Refusal['kind'], detail: string) => ({
      ok: false as const,
      refusal: { kind, detail },
    });
    if (callFor(asking.map((call) => call.callId)).kind === 'none')
      return refuse('outside a call', 'no call of this server is open');
    if (this.muted) return refuse('muted', 'you asked that this server ask no more');
    if (asking.some((call) => call.questionsAsked >= limits.questionsPerCall))
      return refuse('flood', `more than ${limits.questionsPerCall} questions in one call`);
    const full = this.deps.questions.whyFull(this.deps.serverId);
    return full === undefined ? readElicitation(params, this.deps.matches) : refuse('flood', full);
  }

  // 4. It waits for its turn, is shown and answered (`questions.ts`, `questionWindow.ts`, `answerInput.ts`).
  async #ask(
    id: RequestId,
    elicitation: Elicitation,
    asking: ToolCall[],
    signal: AbortSignal,
  ): Promise<Wire> {
    for (const call of asking) call.questionsAsked += 1;
    const { question, ending } = this.deps.questions.ask({
      serverId: this.deps.serverId,
      ...this.deps.server(),
      callIds: asking.map((call) => call.callId),
      tools: [...new Set(asking.map((call) => markLine(call.tool)))],
      body: { kind: 'form', ...elicitation },
    });
    const withdraw = () => this.deps.questions.settle(question.questionId, this.#whyAborted());
    signal.addEventListener('abort', withdraw, { once: true });
    this.#recordAsked(question);
    return this.#reply(id, question.questionId, asking, await ending);
  }

  /** A question that is not on the record is not asked. */
  #recordAsked(question: Question): void {
    this.deps.record(askedEvent(question, question.deadline.wall)).catch((error: unknown) => {
      this.deps.tell(`A question could not be recorded, so it was cancelled: ${messageOf(error)}`);
      this.deps.questions.settle(question.questionId, { kind: 'cancelled', by: 'button' });
    });
  }

  // 11. Its ending is recorded and flushed, or nothing is accepted. 12. The reply leaves, if its call is still open.
  async #reply(id: RequestId, questionId: string, asking: ToolCall[], ended: Ending): Promise<Wire> {
    const ending = await this.#recorded(questionId, ended);
    const reply = replyTo(ending);
    const callOver = !asking.some((call) => this.deps.calls.isOpen(call.callId));
    if (ending.kind === 'accepted' && callOver) return this.#notDelivered(id, questionId);
    if (reply.kind === 'result') this.#open.set(id, { questionId, action: reply.result.action });
    else this.#close(id);
    return this.#toWire(reply);
  }

  /** Without a record there is no deed: an accept that could not be written down becomes a cancel. */
  async #recorded(questionId: string, ending: Ending): Promise<Ending> {
    try {
      await this.deps.record(endedEvent(questionId, ending));
      return ending;
    } catch (error) {
      this.deps.tell(`An answer could not be recorded, so it was not sent: ${messageOf(error)}`);
      return { kind: 'cancelled', by: 'button' };
    }
  }

  async #notDelivered(id: RequestId, questionId: string): Promise<never> {
    this.#close(id);
    this.deps.tell('Your answer came after its call had ended. Nothing was sent.');
    await this.#note({ event: 'answer not delivered', question: questionId, action: 'accept' });
    return nothing();
  }

  async #refuse(refusal: Refusal, asking: ToolCall[]): Promise<Wire> {
    const { serverId } = this.deps;
    const calls = asking.map((call) => call.callId);
    this.deps.tell(`“${markLine(serverId)}” asked something that was refused: ${markLine(refusal.detail)}.`);
    await this.#note({
      event: 'question refused',
      server: serverId,
      calls,
      why: refusal.kind,
      detail: refusal.detail,
    });
    return this.#toWire(replyTo({ kind: 'refused', refusal }));
  }

  #toWire(reply: Reply): Wire | Promise<never> {
    switch (reply.kind) {
      case 'result':
        return { ...reply.result };
      case 'error':
        throw new ProtocolError(reply.code, reply.message);
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

  /** Sees what really leaves: a question's reply is recorded as sent only then. */
  tap(transport: Transport): Transport {
    const send = transport.send.bind(transport);
    transport.send = async (message: JSONRPCMessage, options) => {
      await send(message, options);
      await this.#noteSent(message);
    };
    return transport;
  }

  async #noteSent(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return;
    const said = this.#open.get(message.id);
    if (said === undefined) return;
    this.#close(message.id);
    await this.#note({ event: 'answer sent', question: said.questionId, action: said.action });
  }

  /** The SDK ends every open request when its server withdraws it, and when the connection closes. */
  #whyAborted(): Ending {
    return { kind: 'withdrawn', why: this.deps.isConnected() ? 'server' : 'connection' };
  }

  /** A line of the record on which nothing waits; that it failed is told. */
  async #note(event: AuditEvent): Promise<void> {
    await this.deps
      .record(event)
      .catch((error: unknown) => this.deps.tell(`Something could not be recorded: ${messageOf(error)}`));
  }
}

/** A promise that stays open: the server gets no reply, as the table of endings has it. */
const nothing = () => new Promise<never>(() => {});
