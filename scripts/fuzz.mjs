// npm run fuzz [-- RUNS]: random forms and answers against an interpreter that is not ours; 20,000 when no number is given.
import { entry } from './setup/entry.mjs';
import { providePackages } from './setup/packages.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';

await entry(async ([runs = '20000']) => {
  await providePackages();
  const args = [inProject('node_modules/vitest/vitest.mjs'), 'run', 'core/forms.property'];
  const env = { ...process.env, COUNTERSIGN_RUNS: runs };
  const result = await run(process.execPath, args, { cwd: inProject(), env, show: true });
  return result.ok ? 0 : 1;
});
