/**
 * The open questions, and the one way in which each of them ends. Whatever ends a question (an answer, its time,
 * its call, its server, the app) comes through `settle`, and only the first of them counts.
 */
import type { Content, Problem } from '../core/answer.ts';
import { limits } from '../core/limits.ts';
import {
  after,
  type Ending,
  type Instant,
  isOverdue,
  type QuestionEvent,
  type QuestionState,
  step,
  timeLeft,
} from '../core/question.ts';
import type { Body } from '../core/questionView.ts';
import { type Clock, whenDue } from './clock.ts';

/** What is put before the person. `callIds` are the calls that the question may belong to, `tools` their names. */
export type Asked = {
  serverId: string;
  server: { name: string; address: string; claim?: string };
  callIds: readonly string[];
  tools: readonly string[];
  /** The same was asked before in this call. */
  again: boolean;
  body: Body;
  limitMs: number;
  /** What is wrong with an answer that fits its fields: nothing is accepted while there is something. */
  problemsIn?: (content: Content) => Problem[];
  /** It asks for a key: then one is no reason to hold the answer back. */
  wantsKey?: true;
};

export type Question = Asked & {
  readonly questionId: string;
  readonly askedAt: number;
  readonly deadline: Instant;
  state: QuestionState;
  everShown: boolean;
  windowsLost: number;
  /** An answer in which something looks like a key, held back once (`answerInput.ts`). */
  heldBack: string | undefined;
};

export type QuestionsDeps = {
  clock: Clock;
  newId: () => string;
  /** Called after every change of any question. */
  changed: () => void;
  /** Called once for each question, in the same turn in which it is settled. */
  settled: (question: Question, ending: Ending) => void;
};

type Open = { question: Question; resolve: (ending: Ending) => void; callOffExpiry: () => void };

export class Questions {
  readonly #open = new Map<string, Open>();
  readonly #waitingForNone: (() => void)[] = [];

  constructor(private readonly deps: QuestionsDeps) {}

  /** All that are not settled, the oldest first. */
  get open(): Question[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  /** Resolves when the last one has ended; undefined where none is open. */
  whenNoneOpen(): Promise<void> | undefined {
    if (this.#open.size === 0) return undefined;
    return new Promise((resolve) => this.#waitingForNone.push(resolve));
  }

  find(questionId: string): Question | undefined {
    return this.#open.get(questionId)?.question;
  }

  /** Why `serverId` may not ask now, or undefined when there is room for one more question. */
  whyFull(serverId: string): string | undefined {
    const own = this.open.filter((question) => question.serverId === serverId).length;
    if (own >= limits.openQuestionsPerServer)
      return `more than ${limits.openQuestionsPerServer} open questions of one server`;
    return this.#open.size >= limits.openQuestions
      ? `more than ${limits.openQuestions} open questions`
      : undefined;
  }

  /** Puts a question before the person; `ending` resolves when it is settled, never rejects. */
  ask(asked: Asked): { question: Question; ending: Promise<Ending> } {
    const now = this.deps.clock.now();
    const question: Question = {
      ...asked,
      questionId: this.deps.newId(),
      askedAt: now.monotonic,
      deadline: after(now, asked.limitMs),
      state: { state: 'waiting' },
      everShown: false,
      windowsLost: 0,
      heldBack: undefined,
    };
    const ending = new Promise<Ending>((resolve) => {
      this.#open.set(question.questionId, { question, resolve, callOffExpiry: this.#expireLater(question) });
    });
    this.deps.changed();
    return { question, ending };
  }

  markShown(questionId: string): void {
    this.#step(questionId, { type: 'show' });
  }

  setAside(questionId: string): void {
    this.#step(questionId, { type: 'set aside' });
  }

  /** False when it was settled before: nothing has changed then, and nothing may be sent. */
  settle(questionId: string, ending: Ending): boolean {
    const open = this.#open.get(questionId);
    if (open === undefined) return false;
    this.#open.delete(questionId);
    open.callOffExpiry();
    open.question.state = step(open.question.state, { type: 'settle', ending });
    this.deps.settled(open.question, ending);
    open.resolve(ending);
    this.deps.changed();
    if (this.#open.size === 0) for (const resolve of this.#waitingForNone.splice(0)) resolve();
    return true;
  }

  /** Ends every open question for which `belongs` is true. */
  withdraw(why: 'call ended' | 'quit' | 'connection', belongs: (question: Question) => boolean): void {
    for (const question of this.open.filter(belongs))
      this.settle(question.questionId, { kind: 'withdrawn', why });
  }

  /** After sleep, or a clock that was set: ends what is overdue by either clock. */
  expireOverdue(): void {
    const now = this.deps.clock.now();
    for (const question of this.open.filter(({ deadline }) => isOverdue(deadline, now)))
      this.#expire(question);
  }

  #expire(question: Question): void {
    this.settle(question.questionId, { kind: 'expired', seen: question.everShown });
  }

  #expireLater(question: Question): () => void {
    return whenDue(
      this.deps.clock,
      () => timeLeft(question.deadline, this.deps.clock.now()),
      () => this.#expire(question),
    );
  }

  #step(questionId: string, event: QuestionEvent): void {
    const question = this.find(questionId);
    if (question === undefined) return;
    question.state = step(question.state, event);
    question.everShown ||= event.type === 'show';
    this.deps.changed();
  }
}
