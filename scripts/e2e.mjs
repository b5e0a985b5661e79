// npm run e2e [-- what Playwright takes]: the real app, in its own windows.
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { Stop } from './setup/say.mjs';
import { setUp } from './setup.mjs';

await entry(async (args) => {
  const reason = whyNotRun();
  if (reason) throw new Stop(`The end-to-end tests were not run: ${reason}.`);
  const { electron } = await setUp({ forTests: true });
  const code = await runPlaywright(electron, ['--output=test-results/e2e', ...args]);
  return code ?? 1;
});
