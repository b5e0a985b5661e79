// Tests with large packages that are not ours, fetched only when they are run, by a lock file of their own.
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, step } from './setup/say.mjs';
import { setUp } from './setup.mjs';

/** `folder` of e2e/ holds the lock file and the tests. Resolves to the exit code. */
export async function testWithOthers(folder, args) {
  const reason = whyNotRun();
  if (reason) throw new Stop(`The tests were not run: ${reason}.`);
  const { electron } = await setUp({ forTests: true });
  const fetched = await step(`Packages of e2e/${folder}: npm ci`, () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: inProject('e2e', folder),
      shell: process.platform === 'win32',
    }),
  );
  if (!fetched.ok) throw new Stop(`The packages could not be fetched:\n${fetched.output}`);
  const code = await runPlaywright(electron, [`--output=test-results/${folder}`, `e2e/${folder}/`, ...args], {
    env: { COUNTERSIGN_OTHERS: '1' },
  });
  return code ?? 1;
}
