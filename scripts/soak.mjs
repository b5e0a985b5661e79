// npm run soak: ten long runs of many questions of many servers, ended at random. A short one is among the tests.
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { Stop } from './setup/say.mjs';
import { setUp } from './setup.mjs';

await entry(async (args) => {
  const reason = whyNotRun();
  if (reason) throw new Stop(`The runs were not made: ${reason}.`);
  const { electron } = await setUp({ forTests: true });
  const env = { COUNTERSIGN_SOAK: '1' };
  return (
    (await runPlaywright(electron, ['--output=test-results/soak', '--workers=1', 'e2e/soak', ...args], {
      env,
    })) ?? 1
  );
});
