// npm run kills: the app killed 200 times in the middle of deletes; the record must hold, and hold every deed.
// npm run kills -- model: the process of the model killed 50 times in the middle of turns.
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { Stop } from './setup/say.mjs';
import { setUp } from './setup.mjs';

const app = { spec: 'e2e/record', env: { COUNTERSIGN_KILLS: '200' } };
const model = { spec: 'e2e/modelPage', env: { COUNTERSIGN_MODEL_KILLS: '50' } };

await entry(async ([what, ...args]) => {
  const reason = whyNotRun();
  if (reason) throw new Stop(`The runs were not made: ${reason}.`);
  const { spec, env } = what === 'model' ? model : app;
  const more = what === undefined || what === 'model' ? args : [what, ...args];
  const { electron } = await setUp({ forTests: true });
  return (
    (await runPlaywright(electron, ['--output=test-results/kills', spec, '-g', 'killed', ...more], {
      env,
    })) ?? 1
  );
});
