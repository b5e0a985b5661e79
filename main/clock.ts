/** The clocks of the main process. Handed to whoever needs one, so that tests can hold them still. */
import { performance } from 'node:perf_hooks';
import type { Instant } from '../core/question.ts';

export type Clock = {
  now: () => Instant;
  /** Calls `run` after `ms`; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void;
};

/** The longest delay that a timer takes before it wraps round to none. */
const longest = 2_147_483_647;

export const systemClock: Clock = {
  now: () => ({ wall: Date.now(), monotonic: performance.now() }),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longest));
    return () => clearTimeout(timer);
  },
};

/**
 * Runs `run` when nothing is left to wait for, never before. A timer is counted from the beginning of the turn that set it, so after a long
 * turn it fires early; then what is left is waited for again. Returns how to call it off.
 */
export function whenDue(clock: Clock, leftMs: () => number, run: () => void): () => void {
  let callOff = () => {};
  const wait = () => {
    callOff = clock.after(Math.max(leftMs(), 1), () => (leftMs() > 0 ? wait() : run()));
  };
  wait();
  return () => callOff();
}
