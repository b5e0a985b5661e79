// What .ci/run runs: everything, the packaged app included. The last line counts it all.
import { spawn } from 'node:child_process';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { say } from './setup/say.mjs';

await entry(async () => {
  const counts = [];
  for (const script of ['test.mjs', 'testPackage.mjs'])
    counts.push(await count(inProject('scripts', script)));
  const [passed, failed] = ['passed', 'failed'].map((name) =>
    counts.reduce((sum, part) => sum + part[name], 0),
  );
  say(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
});

/** Runs a script that ends with such a line; one that ends without is one failure. */
function count(script) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let last = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      last = (last + text).slice(-2_000);
    });
    child.on('close', (code) => {
      const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(last) ?? [];
      if (passed === undefined) return resolve({ passed: 0, failed: 1 });
      resolve({ passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1) });
    });
  });
}
