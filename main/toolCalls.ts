/**
 * Calls of tools, from the person's press to the result. A call goes on in the background: whoever starts one gets
 * its id at once and sees the rest in the snapshots. Each is on the record before it is sent and when it is over.
 */

import type { AuditEvent } from '../core/audit.ts';
import { type CallEvent, type CallResult, type CallState, isOver, step } from '../core/call.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { Clock } from './clock.ts';
import { SilenceClock } from './silenceClock.ts';

export type ToolCall = {
  readonly callId: string;
  readonly serverId: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly startedAt: number;
  endedAt?: number;
  state: CallState;
  /** Questions that this call has asked so far. */
  questionsAsked: number;
};

/** Sends the call over the server's connection. `onProgress` is any sign of life. */
export type SendCall = (call: ToolCall, signal: AbortSignal, onProgress: () => void) => Promise<CallResult>;

export type ToolCallsDeps = {
  clock: Clock;
  newId: () => string;
  record: (event: AuditEvent) => Promise<void>;
  changed: () => void;
  /** Called once when a call is over, before its end is recorded: its questions end with it. */
  over: (call: ToolCall) => void;
  tell: (text: string, serverId: string) => void;
};

type Running = { call: ToolCall; abort: AbortController; silence: SilenceClock };

const keptCalls = 200;

export class ToolCalls {
  #calls: ToolCall[] = [];
  readonly #running = new Map<string, Running>();

  constructor(private readonly deps: ToolCallsDeps) {}

  /** The newest first. */
  get all(): readonly ToolCall[] {
    return this.#calls;
  }

  openOf(serverId: string): ToolCall[] {
    return [...this.#running.values()].map(({ call }) => call).filter((call) => call.serverId === serverId);
  }

  get openCount(): number {
    return this.#running.size;
  }

  isOpen(callId: string): boolean {
    return this.#running.has(callId);
  }

  start(
    what: { serverId: string; tool: string; arguments: Record<string, unknown>; silenceMs?: number },
    send: SendCall,
  ): ToolCall {
    const call: ToolCall = {
      callId: this.deps.newId(),
      serverId: what.serverId,
      tool: what.tool,
      arguments: what.arguments,
      startedAt: this.deps.clock.now().wall,
      state: { state: 'running' },
      questionsAsked: 0,
    };
    const abort = new AbortController();
    const silenceMs = what.silenceMs ?? limits.callSilenceMs;
    const silence = new SilenceClock(silenceMs, this.deps.clock, () => {
      this.#end(call.callId, {
        type: 'failure',
        message: `No answer from the server for ${silenceMs / 1000} seconds`,
      });
    });
    const running = { call, abort, silence };
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

  /** The call's own time stands still while a question of it is open. */
  questionsOpen(callId: string, count: number): void {
    const running = this.#running.get(callId);
    if (running === undefined) return;
    running.call.state = step(running.call.state, { type: 'questions open', count });
    if (count > 0) running.silence.standStill();
    else running.silence.goOn();
    this.deps.changed();
  }

  async #run({ call, abort, silence }: Running, send: SendCall): Promise<void> {
    const { callId, serverId, tool } = call;
    const names = Object.keys(call.arguments);
    try {
      await this.deps.record({
        event: 'call sent',
        call: callId,
        server: serverId,
        tool,
        by: 'person',
        arguments: names,
      });
    } catch (error) {
      return this.#end(callId, {
        type: 'failure',
        message: `Not sent: it could not be recorded (${messageOf(error)})`,
      });
    }
    if (abort.signal.aborted) return;
    try {
      const result = await send(call, abort.signal, () => silence.restart());
      this.#end(callId, { type: 'result', result });
    } catch (error) {
      this.#end(callId, { type: 'failure', message: messageOf(error) });
    }
  }

  #end(callId: string, event: CallEvent): void {
    const running = this.#running.get(callId);
    if (running === undefined) return;
    this.#running.delete(callId);
    const { call, abort, silence } = running;
    silence.stop();
    call.state = step(call.state, event);
    call.endedAt = this.deps.clock.now().wall;
    if (!isOver(call.state)) throw new Error(`call ${callId} ended by "${event.type}"`);
    this.deps.over(call);
    if (event.type !== 'result') abort.abort(new Error(whyOf(call.state)));
    this.#recordEnd(call);
    this.deps.changed();
  }

  #recordEnd(call: ToolCall): void {
    const why = whyOf(call.state);
    this.deps
      .record({
        event: 'call ended',
        call: call.callId,
        outcome: outcomeOf(call.state),
        ...(why === '' ? {} : { why }),
      })
      .catch((error: unknown) =>
        this.deps.tell(`The end of a call could not be recorded: ${messageOf(error)}`, call.serverId),
      );
  }
}

function outcomeOf(state: CallState): 'done' | 'tool error' | 'failed' | 'cancelled' {
  if (state.state === 'done') return state.result.isError ? 'tool error' : 'done';
  return state.state === 'cancelled' ? 'cancelled' : 'failed';
}

const whyOf = (state: CallState): string => {
  if (state.state === 'failed') return state.message;
  return state.state === 'cancelled' ? state.why : '';
};
