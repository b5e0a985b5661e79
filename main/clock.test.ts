import { expect, it } from 'vitest';
import { whenDue } from './clock.ts';
import { fakeClock } from './testing/fakes.ts';

/** Its timers fire early, as real ones do after a long turn. */
function hastyClock(earlyMs: number) {
  const clock = fakeClock();
  return { ...clock, after: (ms: number, run: () => void) => clock.after(Math.max(ms - earlyMs, 1), run) };
}

it.each([0, 1, 5, 50])('what is due is run when it is due, with timers that fire %i ms early', (early) => {
  const clock = hastyClock(early);
  const due = clock.now().monotonic + 600;
  const ranAt: number[] = [];
  whenDue(
    clock,
    () => due - clock.now().monotonic,
    () => ranAt.push(clock.now().monotonic),
  );
  clock.pass(599);
  expect(ranAt).toEqual([]);
  clock.pass(1);
  expect(ranAt).toEqual([due]);
  clock.pass(1_000);
  expect(ranAt).toHaveLength(1);
});

it('what was called off is not run, however often it waited', () => {
  const clock = hastyClock(100);
  const due = clock.now().monotonic + 600;
  let ran = false;
  const callOff = whenDue(
    clock,
    () => due - clock.now().monotonic,
    () => {
      ran = true;
    },
  );
  clock.pass(550);
  callOff();
  clock.pass(1_000);
  expect(ran).toBe(false);
});
