// npm run record: a record of a million lines, timed: how long a line takes to write at its beginning and at its end, a start
// on it, and the check of all of it. `-- 10000` for another number.
import { spawnSync } from 'node:child_process';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';

await entry((args) => {
  const lines = Number(args[0] ?? 1_000_000);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', 'main/longRecord'], {
    cwd: inProject(),
    env: { ...process.env, COUNTERSIGN_LINES: String(lines) },
    stdio: 'inherit',
  });
  return status ?? 1;
});
