/**
 * One question's life, whichever way it came: read or refused, put before the person, recorded. The numbers are
 * those of the life of a question in docs/ARCHITECTURE.md; it is heard, and answered on the wire, in
 * `pushedQuestions.ts` (revisions of 2025) and in `rounds.ts` (2026-07-28).
 */

import type { Matches } from '../core/answer.ts';
import { type AuditEvent, askedEvent, endedEvent } from '../core/audit.ts';
import { callFor } from '../core/callFor.ts';
import { type Asker, type Elicitation, type Refusal, readElicitation } from '../core/elicitation.ts';
import { isObject, messageOf } from '../core/json.ts';
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
  /** A salted digest, for the record. */
  seal: (text: string) => string;
  /** Whether answers to this server go on the record with their values. */
  valuesRecorded: () => boolean;
  tell: (text: string) => void;
  /** How the server is shown, and how long it may wait. */
  server: () => Pick<Asked, 'server' | 'limitMs'>;
  asker: Asker;
  /** Opens an address in the system's browser; rejects when that did not work. */
  openExternal: (href: string, asker: Asker) => Promise<void>;
};

/** What became of one question. `questionId` is undefined for what was refused before anybody saw it. */
export type Settled = { questionId?: string; ending: Ending };

export class Elicitations {
  /** The person asked that this server ask no more, until it is started again or unmuted. */
  muted = false;

  constructor(private readonly deps: ElicitationsDeps) {}

  /**
   * Resolves when it has ended and its ending is recorded; never rejects. `asking` are the calls that it may belong
   * to. When `signal` is aborted the question is withdrawn, for the reason that `whyAborted` gives then.
   */
  async ask(
    params: unknown,
    asking: readonly ToolCall[],
    signal?: AbortSignal,
    whyAborted?: () => Ending,
  ): Promise<Settled> {
    // 3. It is read, or refused.
    const read = this.#read(params, asking);
    if (!read.ok) return this.refuse(read.refusal, asking);
    const { elicitation } = read;
    // 4. It waits for its turn, is shown and answered (`questions.ts`, `questionWindow.ts`, `answerInput.ts`).
    const { question, ending } = this.#put(elicitation, asking, params);
    const withdraw = () => whyAborted && this.deps.questions.settle(question.questionId, whyAborted());
    signal?.addEventListener('abort', withdraw, { once: true });
    // 11. Its ending is recorded and flushed, or nothing is accepted.
    const recorded = await this.#recorded(question.questionId, await ending);
    signal?.removeEventListener('abort', withdraw);
    if (elicitation.kind !== 'url') return { questionId: question.questionId, ending: recorded };
    return { questionId: question.questionId, ending: await this.#opened(elicitation, question, recorded) };
  }

  /** What cannot be put before a person: told, and on the record. */
  async refuse(refusal: Refusal, asking: readonly ToolCall[]): Promise<Settled> {
    const { serverId } = this.deps;
    this.deps.tell(`“${markLine(serverId)}” asked something that was refused: ${markLine(refusal.detail)}.`);
    await this.note({
      event: 'question refused',
      server: serverId,
      calls: asking.map((call) => call.callId),
      why: refusal.kind,
      detail: refusal.detail,
    });
    return { ending: { kind: 'refused', refusal } };
  }

  /** An answer that can no longer reach anybody. */
  async notDelivered(questionId: string): Promise<void> {
    this.deps.tell('Your answer came after its call had ended. Nothing was sent.');
    await this.note({ event: 'answer not delivered', question: questionId });
  }

  /** A line of the record on which nothing waits; that it failed is told. */
  async note(event: AuditEvent): Promise<void> {
    await this.deps
      .record(event)
      .catch((error: unknown) => this.deps.tell(`Something could not be recorded: ${messageOf(error)}`));
  }

  #read(params: unknown, asking: readonly ToolCall[]): ReturnType<typeof readElicitation> {
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
    return full === undefined
      ? readElicitation(params, this.deps.matches, this.deps.asker)
      : refuse('flood', full);
  }

  #put(elicitation: Elicitation, asking: readonly ToolCall[], params: unknown) {
    const same = sameAs(params);
    const again = asking.some((call) => call.asked.has(same));
    for (const call of asking) {
      call.questionsAsked += 1;
      call.asked.add(same);
    }
    const callIds = asking.map((call) => call.callId);
    if (elicitation.kind === 'url') this.deps.calls.pageAsked(callIds, elicitation.elicitationId);
    const asked = this.deps.questions.ask({
      serverId: this.deps.serverId,
      ...this.deps.server(),
      callIds,
      tools: [...new Set(asking.map((call) => markLine(call.tool)))],
      again,
      body: elicitation,
    });
    this.#recordAsked(asked.question, params);
    return asked;
  }

  /** A question that is not on the record is not asked. */
  #recordAsked(question: Question, params: unknown): void {
    const schema = isObject(params) ? params.requestedSchema : undefined;
    const digest = schema === undefined ? undefined : this.deps.seal(JSON.stringify(schema));
    this.deps.record(askedEvent(question, question.deadline.wall, digest)).catch((error: unknown) => {
      this.deps.tell(`A question could not be recorded, so it was cancelled: ${messageOf(error)}`);
      this.deps.questions.settle(question.questionId, { kind: 'cancelled', by: 'button' });
    });
  }

  /** Without a record there is no deed: an accept that could not be written down becomes a cancel. */
  async #recorded(questionId: string, ending: Ending): Promise<Ending> {
    try {
      await this.deps.record(endedEvent(questionId, ending, this.deps.seal, this.deps.valuesRecorded()));
      return ending;
    } catch (error) {
      this.deps.tell(`An answer could not be recorded, so it was not sent: ${messageOf(error)}`);
      return { kind: 'cancelled', by: 'button' };
    }
  }

  /** Only an accepted address is opened, and only once its acceptance is on the record. */
  async #opened(
    { href, elicitationId }: Extract<Elicitation, { kind: 'url' }>,
    { questionId, callIds }: Question,
    ending: Ending,
  ): Promise<Ending> {
    const callOver = !callIds.some((callId) => this.deps.calls.isOpen(callId));
    if (ending.kind !== 'accepted' || callOver) {
      this.deps.calls.pageForgotten(callIds, elicitationId);
      return ending;
    }
    try {
      await this.deps.openExternal(href, this.deps.asker);
      this.deps.calls.pageOpened(callIds, elicitationId);
      await this.note({ event: 'page opened', question: questionId });
      return ending;
    } catch (error) {
      const why = messageOf(error);
      this.deps.calls.pageForgotten(callIds, elicitationId);
      this.deps.tell(`The address could not be opened (${why}). You can copy it: ${href}`);
      await this.note({ event: 'page not opened', question: questionId, why });
      return { kind: 'not opened', detail: why };
    }
  }
}

/** Two questions are the same when their parameters are, apart from what a library adds to every message. */
const sameAs = (params: unknown): string =>
  JSON.stringify(params, (key, value: unknown) =>
    key === '_meta' || key === 'elicitationId' ? undefined : value,
  ) ?? '';
