/**
 * The life of a question: it waits, it is shown, it may be set aside and shown again, and it is settled once.
 * A question is anything that waits for a person: a server's form, or the permission to start a server.
 */
import type { Content } from './answer.ts';
import type { Refusal } from './elicitation.ts';

export type Via = 'pointer' | 'key' | 'assistive';

export type Ending =
  /** `content` is undefined for an address: to agree that it is opened is all there is to answer. */
  | { kind: 'accepted'; content: Content | undefined; via: Via }
  /** Accepted and recorded, but the system did not open the address. */
  | { kind: 'not opened'; detail: string }
  | { kind: 'declined' }
  | { kind: 'cancelled'; by: 'button' | 'escape' | 'window closed' | 'stop call' | 'mute server' }
  | { kind: 'expired'; seen: boolean }
  | { kind: 'withdrawn'; why: 'call ended' | 'server' | 'quit' | 'connection' | 'tool changed' }
  | { kind: 'refused'; refusal: Refusal };

export type QuestionState =
  | { state: 'waiting' }
  | { state: 'shown' }
  | { state: 'set aside' }
  | { state: 'settled'; ending: Ending };

export type QuestionEvent = { type: 'show' } | { type: 'set aside' } | { type: 'settle'; ending: Ending };

/** A settled question stays as it is, whatever comes later. */
export function step(current: QuestionState, event: QuestionEvent): QuestionState {
  if (current.state === 'settled') return current;
  switch (event.type) {
    case 'show':
      return { state: 'shown' };
    case 'set aside':
      return current.state === 'shown' ? { state: 'set aside' } : current;
    case 'settle':
      return { state: 'settled', ending: event.ending };
    default:
      return event satisfies never;
  }
}

/** Both clocks, so that sleep and a clock set back each count as time passed (ms). */
export type Instant = { wall: number; monotonic: number };

export const isOverdue = (deadline: Instant, now: Instant): boolean =>
  now.wall >= deadline.wall || now.monotonic >= deadline.monotonic;

export const timeLeft = (deadline: Instant, now: Instant): number =>
  Math.min(deadline.wall - now.wall, deadline.monotonic - now.monotonic);

export const after = (now: Instant, ms: number): Instant => ({
  wall: now.wall + ms,
  monotonic: now.monotonic + ms,
});
