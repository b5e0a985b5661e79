/**
 * Code that a test runs in the main process. Playwright now and then loses the reply to such a request ("garbage
 * collected"), without saying whether it was carried out; so each run has a key, and main carries it out once.
 */
import { randomUUID } from 'node:crypto';
import type { ElectronApplication, Page } from '@playwright/test';

type Electron = typeof import('electron');
type Run = { state: 'running' } | { state: 'done'; value: unknown } | { state: 'failed'; message: string };

export async function inMain<A, R>(
  app: ElectronApplication,
  run: (electron: Electron, arg: A) => R | Promise<R>,
  arg: A,
): Promise<R> {
  const request = { key: randomUUID(), source: run.toString(), arg };
  for (;;) {
    const state = await orAgain(() => app.evaluate(carryOutOnce, request));
    if (state?.state === 'failed') throw new Error(`in main: ${state.message}`);
    if (state?.state === 'done') return state.value as R;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs in main. Returns at once, so that there is no promise to lose. */
function carryOutOnce(
  electron: Electron,
  { key, source, arg }: { key: string; source: string; arg: unknown },
): Run {
  const kept = globalThis as unknown as { runs?: Map<string, Run> };
  kept.runs ??= new Map();
  const { runs } = kept;
  if (!runs.has(key)) {
    runs.set(key, { state: 'running' });
    // biome-ignore lint/security/noGlobalEval: the test's own function, as Playwright sends its own
    const run = globalThis.eval(`(${source})`) as (electron: Electron, arg: unknown) => unknown;
    Promise.resolve()
      .then(() => run(electron, arg))
      .then(
        (value) => runs.set(key, { state: 'done', value }),
        (error: unknown) => runs.set(key, { state: 'failed', message: String(error) }),
      );
  }
  return runs.get(key) ?? { state: 'running' };
}

/** Electron's id of the window that shows `page`; undefined when it has none any more. */
export const windowIdOf = (app: ElectronApplication, page: Page): Promise<number | undefined> =>
  orAgain(async () => {
    const window = await app.browserWindow(page);
    return (await window.evaluate((w) => w?.id)) as number | undefined;
  });

/** For requests that change nothing: asked until the reply is not lost. */
async function orAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error;
    }
  }
}
