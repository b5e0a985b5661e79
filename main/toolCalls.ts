/**
 * Calls of tools, from the person's press to the result. A call goes on in the background: whoever starts one gets
 * its id at once and sees the rest in the snapshots. Each is on the record before it is sent and when it is over.
 */

import { ProtocolError } from '@modelcontextprotocol/client';
import type { AuditEvent } from '../core/audit.ts';
import {
  type CallEvent,
  type Caller,
  type CallRequest,
  type CallResult,
  type CallState,
  isOver,
  step,
} from '../core/call.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { Permit } from './approvals.ts';
import type { Clock } from './clock.ts';
import { SilenceClock } from './silenceClock.ts';

export type ToolCall = {
  readonly callId: string;
  readonly serverId: string;
  /** Its name, or that of the prompt, or the address of the resource. */
  readonly tool: string;
  readonly request: CallRequest;
  readonly by: Caller;
  /** Resolves when it is over. */
  readonly over: Promise<void>;
  readonly startedAt: number;
  endedAt?: number;
  state: CallState;
  /** Questions that this call has asked so far. */
  questionsAsked: number;
  /** What they asked, so that the same question again can be told. */
  readonly asked: Set<string>;
};

/** Sends the call over the server's connection. `onProgress` is any sign of life. */
export type SendCall = (call: ToolCall, signal: AbortSignal, onProgress: () => void) => Promise<CallResult>;

export type ToolCallsDeps = {
  clock: Clock;
  /** Whether it may be sent; never rejects. */
  mayBeSent: (call: ToolCall) => Promise<Permit>;
  /** Undefined when it may be sent in this turn; else when that may have changed. */
  itsTurn: (call: ToolCall) => Promise<void> | undefined;
  /** Whether arguments go on the record with their values. */
  valuesRecorded: (serverId: string) => boolean;
  newId: () => string;
  record: (event: AuditEvent) => Promise<void>;
  /** A salted digest, for the record. */
  seal: (text: string) => string;
  changed: () => void;
  /** Called once when a call is over, before its end is recorded: its questions end with it. */
  over: (call: ToolCall) => void;
  tell: (text: string, serverId: string) => void;
};

type Running = {
  call: ToolCall;
  resolve: () => void;
  abort: AbortController;
  silence: SilenceClock;
  /** Only what was sent can be asked about by its server. */
  sent: boolean;
  /** A request of it is at the server, which may be doing something. */
  outstanding: boolean;
  questions: number;
  /** Addresses that it asked to have opened, by the server's id for each; open ones are waited for. */
  pages: Map<string, 'asked' | 'open' | 'done'>;
  /** Goes on with a call that waits until its pages are done. */
  goOn: (() => void) | undefined;
  /** An accept has left for it: without a result nobody knows what the server did. */
  answered: boolean;
};

const keptCalls = 200;

export class ToolCalls {
  #calls: ToolCall[] = [];
  readonly #running = new Map<string, Running>();

  constructor(private readonly deps: ToolCallsDeps) {}

  /** The newest first. */
  get all(): readonly ToolCall[] {
    return this.#calls;
  }

  /** Calls that were sent to a server and are not over. */
  openOf(serverId: string): ToolCall[] {
    return [...this.#running.values()]
      .filter(({ call, sent }) => sent && call.serverId === serverId)
      .map(({ call }) => call);
  }

  get openCount(): number {
    return this.#running.size;
  }

  /** Calls of which a request is at their server now. */
  get atWork(): ToolCall[] {
    return [...this.#running.values()].filter(({ outstanding }) => outstanding).map(({ call }) => call);
  }

  /** `request` is one of the call's; settles as it does. */
  async whileOutstanding<T>(callId: string, request: Promise<T>): Promise<T> {
    this.#setOutstanding(callId, true);
    try {
      return await request;
    } finally {
      this.#setOutstanding(callId, false);
    }
  }

  #setOutstanding(callId: string, outstanding: boolean): void {
    const running = this.#running.get(callId);
    if (running === undefined) return;
    running.outstanding = outstanding;
    this.deps.changed();
  }

  isOpen(callId: string): boolean {
    return this.#running.has(callId);
  }

  start(
    what: { serverId: string; request: CallRequest; by: Caller; silenceMs?: number },
    send: SendCall,
  ): ToolCall {
    const { promise: over, resolve } = withResolvers();
    const call: ToolCall = {
      callId: this.deps.newId(),
      serverId: what.serverId,
      tool: what.request.name,
      request: what.request,
      by: what.by,
      over,
      startedAt: this.deps.clock.now().wall,
      state: { state: 'running' },
      questionsAsked: 0,
      asked: new Set(),
    };
    const abort = new AbortController();
    const silenceMs = what.silenceMs ?? limits.callSilenceMs;
    const silence = new SilenceClock(silenceMs, this.deps.clock, () => {
      this.#end(call.callId, {
        type: 'failure',
        message: `No answer from the server for ${silenceMs / 1000} seconds`,
      });
    });
    const running: Running = {
      ...{
        call,
        resolve,
        abort,
        silence,
        sent: false,
        outstanding: false,
        questions: 0,
        pages: new Map(),
        goOn: undefined,
        answered: false,
      },
    };
    // It counts from when the call is sent.
    silence.standStill();
    this.#running.set(call.callId, running);
    this.#calls = [call, ...this.#calls].slice(0, keptCalls);
    this.deps.changed();
    void this.#run(running, send);
    return call;
  }

  /** The person's or the app's word; the server is told and the call's questions end. */
  cancel(callId: string, why: string): void {
    this.#end(callId, { type: 'cancel', why });
  }

  cancelAll(why: string, serverId?: string): void {
    for (const { call } of [...this.#running.values()])
      if (serverId === undefined || call.serverId === serverId) this.cancel(call.callId, why);
  }

  /** How many questions are open that may be this call's. */
  questionsOpen(callId: string, count: number): void {
    const running = this.#running.get(callId);
    if (running === undefined) return;
    running.questions = count;
    this.#wait(running);
  }

  /** Its server may tell that the person is done at an address before it was even opened. */
  pageAsked(callIds: readonly string[], page = unnamed): void {
    for (const { pages } of this.#these(callIds)) if (pages.get(page) !== 'done') pages.set(page, 'asked');
  }

  pageOpened(callIds: readonly string[], page = unnamed): void {
    for (const running of this.#these(callIds)) {
      if (running.pages.get(page) !== 'done') running.pages.set(page, 'open');
      this.#wait(running);
    }
  }

  pageForgotten(callIds: readonly string[], page = unnamed): void {
    for (const { pages } of this.#these(callIds)) pages.delete(page);
  }

  /** The server's word that the person is done at an address. Ids that nobody asked about are passed over. */
  pageDone(serverId: string, page: string): void {
    const callIds = this.openOf(serverId).map((call) => call.callId);
    const waiting = this.#these(callIds).filter(({ pages }) => (pages.get(page) ?? 'done') !== 'done');
    for (const running of waiting) {
      running.pages.set(page, 'done');
      this.#wait(running);
      if (openPages(running) === 0) running.goOn?.();
    }
    if (waiting.length > 0)
      this.#note(
        { event: 'page done', server: serverId, calls: waiting.map(({ call }) => call.callId) },
        serverId,
      );
  }

  /** Resolves when the call may be sent again: its pages are done, the person says so, or it is over. */
  async pagesDone(callId: string): Promise<void> {
    const running = this.#running.get(callId);
    if (running === undefined || openPages(running) === 0) return;
    await new Promise<void>((resolve) => {
      running.goOn = resolve;
      this.deps.changed();
    });
    running.goOn = undefined;
    running.pages.clear();
    this.#wait(running);
  }

  /** Does it wait for the person to say that it can be sent again? */
  canGoOn(callId: string): boolean {
    return this.#running.get(callId)?.goOn !== undefined;
  }

  goOn(callId: string): void {
    this.#running.get(callId)?.goOn?.();
  }

  answered(callIds: readonly string[]): void {
    for (const running of this.#these(callIds)) running.answered = true;
  }

  /** Rejects when it could not be written down. */
  recordRound(call: ToolCall, round: number, answers: number): Promise<void> {
    return this.deps.record({ event: 'call continued', call: call.callId, round, answers });
  }

  #these(callIds: readonly string[]): Running[] {
    return callIds.map((callId) => this.#running.get(callId)).filter((running) => running !== undefined);
  }

  /** The call's own time stands still while a person is asked, or is at an address that was opened for it. */
  #wait(running: Running): void {
    const waits = { sent: running.sent, questions: running.questions, pages: openPages(running) };
    running.call.state = step(running.call.state, { type: 'waits', ...waits });
    if (!waits.sent || waits.questions > 0 || waits.pages > 0) running.silence.standStill();
    else running.silence.goOn();
    this.deps.changed();
  }

  async #run(running: Running, send: SendCall): Promise<void> {
    const { call, abort, silence } = running;
    const { callId, serverId, tool, request } = call;
    const permit = await this.deps.mayBeSent(call);
    if (abort.signal.aborted) return;
    if (!permit.ok) return this.#end(callId, { type: 'refuse', why: permit.why });
    await this.#waitItsTurn(running);
    if (abort.signal.aborted) return;
    try {
      await this.deps.record({
        event: 'call sent',
        call: callId,
        server: serverId,
        method: request.method,
        tool,
        by: call.by,
        arguments: Object.keys(request.arguments),
        digest: this.deps.seal(JSON.stringify(request.arguments)),
        ...(this.deps.valuesRecorded(serverId) ? { values: request.arguments } : {}),
      });
    } catch (error) {
      return this.#end(callId, {
        type: 'failure',
        message: `Not sent: it could not be recorded (${messageOf(error)})`,
      });
    }
    // A question may have come while it was written down.
    await this.#waitItsTurn(running);
    if (abort.signal.aborted) return;
    running.sent = true;
    this.#wait(running);
    try {
      const result = await send(call, abort.signal, () => silence.restart());
      this.#end(callId, { type: 'result', result });
    } catch (error) {
      // The server's own word is an outcome; a broken connection is none.
      const replied = error instanceof ProtocolError;
      const byServer = replied ? ({ byServer: true } as const) : {};
      this.#end(callId, { type: 'failure', message: messageOf(error), ...byServer }, replied);
    }
  }

  /** Resolves in the turn in which it may be sent, or when it is over. */
  async #waitItsTurn({ call, abort }: Running): Promise<void> {
    let turn = this.deps.itsTurn(call);
    if (turn === undefined) return;
    this.#note({ event: 'call held back', call: call.callId, server: call.serverId }, call.serverId);
    call.state = step(call.state, { type: 'hold' });
    this.deps.changed();
    while (turn !== undefined && !abort.signal.aborted) {
      await turn;
      turn = this.deps.itsTurn(call);
    }
  }

  #end(callId: string, event: CallEvent, replied = event.type === 'result'): void {
    const running = this.#running.get(callId);
    if (running === undefined) return;
    this.#running.delete(callId);
    const { call, abort, silence } = running;
    silence.stop();
    const unknown = running.answered && !replied;
    call.state = step(call.state, unknown ? saidToBeUnknown(event) : event);
    running.goOn?.();
    call.endedAt = this.deps.clock.now().wall;
    if (!isOver(call.state)) throw new Error(`call ${callId} ended by "${event.type}"`);
    this.deps.over(call);
    if (event.type !== 'result') abort.abort(new Error(whyOf(call.state)));
    this.#recordEnd(call, unknown);
    running.resolve();
    this.deps.changed();
  }

  #recordEnd(call: ToolCall, unknown: boolean): void {
    const why = whyOf(call.state);
    this.#note(
      {
        event: 'call ended',
        call: call.callId,
        outcome: outcomeOf(call.state),
        ...(why === '' ? {} : { why }),
        ...(unknown ? { unknown } : {}),
      },
      call.serverId,
    );
  }

  /** A line of the record on which nothing waits; that it failed is told. */
  #note(event: AuditEvent, serverId: string): void {
    this.deps
      .record(event)
      .catch((error: unknown) =>
        this.deps.tell(`Something could not be recorded: ${messageOf(error)}`, serverId),
      );
  }
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** An address without an id of the server's: nothing can tell that the person is done there. */
const unnamed = '';

const openPages = ({ pages }: Running): number =>
  [...pages.values()].filter((page) => page === 'open').length;

function saidToBeUnknown(event: CallEvent): CallEvent {
  const unknown = 'An answer had been accepted, so it is not known whether the server carried it out.';
  if (event.type === 'failure') return { ...event, message: `${event.message}. ${unknown}` };
  return event.type === 'cancel' ? { ...event, why: `${event.why}. ${unknown}` } : event;
}

function outcomeOf(state: CallState): 'done' | 'tool error' | 'failed' | 'cancelled' | 'not sent' {
  if (state.state === 'done') return state.result.isError ? 'tool error' : 'done';
  return state.state === 'cancelled' || state.state === 'not sent' ? state.state : 'failed';
}

const whyOf = (state: CallState): string => {
  if (state.state === 'failed') return state.message;
  return state.state === 'cancelled' || state.state === 'not sent' ? state.why : '';
};
