// npm run kills: the app killed 200 times in the middle of deletes; the record must hold, and hold every deed.
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { Stop } from './setup/say.mjs';
import { setUp } from './setup.mjs';

await entry(async (args) => {
  const reason = whyNotRun();
  if (reason) throw new Stop(`The runs were not made: ${reason}.`);
  const { electron } = await setUp({ forTests: true });
  const env = { COUNTERSIGN_KILLS: '200' };
  return (
    (await runPlaywright(electron, ['--output=test-results/kills', 'e2e/record', '-g', 'killed', ...args], {
      env,
    })) ?? 1
  );
});
