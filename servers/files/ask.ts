/**
 * How a person is asked in the revisions of 2025: by a request of the server's own, in the middle of the call. In
 * 2026-07-28 the call ends with the question, and another one brings the answer (`rounds.ts`).
 */
import {
  type ClientCapabilities,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Ending } from './ending.ts';
import type { Question } from './question.ts';
import { printable } from './wording.ts';

/** An answer is still unchecked: whatever the client sent. */
export type Asked =
  | { kind: 'answered'; result: unknown }
  | Extract<Ending, { kind: 'no answer' | 'withdrawn' | 'failed' }>;

export type Ask = (context: ServerContext, question: Question) => Promise<Asked>;

/** Can the client show a form? `{}` was all there was to declare before there were modes; only `url` is not enough. */
export function canAskForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}

/**
 * For the revisions of 2025. Not `elicitInput`: it refuses `{}`, and checks the answer in its own words. The time limit
 * is kept on two clocks: the timer of the request, and `now`, which also counts the time that a machine slept.
 */
export function askByRequest(limitMs: number, now: () => number): Ask {
  const noAnswer: Asked = { kind: 'no answer', limitMs };
  return async (context, question) => {
    const { send, signal } = context.mcpReq;
    const askedAt = now();
    try {
      const request = { method: 'elicitation/create', params: { ...question } };
      const result = await send(request, z.unknown(), { timeout: limitMs, signal });
      if (now() - askedAt >= limitMs) return noAnswer;
      return withdrawal(signal) ?? { kind: 'answered', result };
    } catch (error) {
      const timedOut = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
      return withdrawal(signal) ?? (timedOut ? noAnswer : askFailed(error));
    }
  };
}

/** The call is over, so its question is, too. */
export function withdrawal(signal: AbortSignal): Extract<Ending, { kind: 'withdrawn' }> | undefined {
  if (!signal.aborted) return undefined;
  const closed = signal.reason instanceof SdkError && signal.reason.code === SdkErrorCode.ConnectionClosed;
  return { kind: 'withdrawn', why: closed ? 'connection closed' : 'call cancelled' };
}

function askFailed(error: unknown): Asked {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', why: `The client did not ask the user: ${printable(message, 200)}` };
}
