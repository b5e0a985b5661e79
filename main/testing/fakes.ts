/** Fakes for the clock and for whatever would be a window. Everything else in the tests of `main/` is real. */
import type { Clock } from '../clock.ts';

export type FakeClock = Clock & {
  /** Lets both clocks go on and runs what is due, in order. */
  pass: (ms: number) => void;
  /** Sleep, or a clock that was set: the wall clock alone goes on, and no timer runs. */
  passOnTheWall: (ms: number) => void;
};

export function fakeClock(): FakeClock {
  let wall = 1_000_000;
  let monotonic = 5_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => ({ wall, monotonic }),
    after: (ms, run) => {
      const timer = { at: monotonic + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((t) => t !== timer);
      };
    },
    pass: (ms) => {
      const end = monotonic + ms;
      for (;;) {
        const [next] = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((t) => t !== next);
        wall += next.at - monotonic;
        monotonic = next.at;
        next.run();
      }
      wall += end - monotonic;
      monotonic = end;
    },
    passOnTheWall: (ms) => {
      wall += ms;
    },
  };
}

/** Of a test that starts no program. */
export const noPrograms = {
  environment: async () => ({}),
  home: '/',
  running: { started: () => {}, ended: async () => {} },
};

export const counter = (): (() => string) => {
  let next = 1;
  return () => `id${next++}`;
};

/** Stands in for the head of the record, as far as it keeps digests. */
export function keptInMemory() {
  let digests: Record<string, readonly string[]> = {};
  const kept = {
    /** No more can be written. */
    fails: false,
    digestsOf: (file: string) => digests[file] ?? [],
    keepDigests: async (file: string, of: readonly string[]): Promise<void> => {
      if (kept.fails) throw new Error('no space');
      digests = { ...digests, [file]: of };
    },
    /** The app stops after so many writes more; what is kept is what a next start finds. */
    stopAfter: (writes: number) => {
      const found = keptInMemory();
      for (const [file, of] of Object.entries(digests)) void found.keepDigests(file, of);
      let left = writes;
      const { keepDigests } = kept;
      kept.keepDigests = async (file, of) => {
        if (left === 0) throw new Error('stopped');
        left -= 1;
        await keepDigests(file, of);
        await found.keepDigests(file, of);
      };
      return found;
    },
  };
  return kept;
}
