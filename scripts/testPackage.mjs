// npm run test:package: the .deb installed by apt, started as an ordinary person without a Node, and used by real keys
// and a real pointer. The last line says how many passed and failed.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { Person } from './package/person.mjs';
import { installedTests, purgeTests } from './package/tests.mjs';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, say, step } from './setup/say.mjs';

await entry(async () => {
  const counts = { passed: 0, failed: 0 };
  const why = whyNotHere();
  if (why) {
    say(`NOT RUN: ${why}`);
    say('\n0 passed, 0 failed');
    return 0;
  }
  provideTools();
  const deb = await pack();
  await step('Installing the package', () => apt('install', deb));
  const people = [await Person.make('countersign-ann'), await Person.make('countersign-bob')];
  try {
    for (const [name, test] of installedTests(people)) await check(counts, name, test);
    await step('Removing the package', () => apt('purge', 'countersign'));
    for (const [name, test] of purgeTests(people)) await check(counts, name, test);
  } finally {
    spawnSync('apt-get', ['purge', '-y', 'countersign'], { stdio: 'ignore' });
    for (const person of people) await person.leave();
  }
  say(`\n${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
});

function whyNotHere() {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get'))
    return 'it installs a .deb, so it needs Debian or Ubuntu';
  return process.getuid() === 0 ? undefined : 'it installs a package and makes accounts, so it needs root';
}

function provideTools() {
  const missing = { xdotool: 'xdotool', xwd: 'x11-apps' };
  const packages = Object.entries(missing).flatMap(([tool, name]) =>
    spawnSync('which', [tool]).status === 0 ? [] : [name],
  );
  if (packages.length === 0) return;
  say(`Installing ${packages.join(' ')} …`);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'ignore' });
}

async function pack() {
  fs.rmSync(inProject('dist'), { recursive: true, force: true });
  // Small is not the point here: a fast level saves most of the time.
  const env = { ...process.env, COUNTERSIGN_DEB_LEVEL: '1' };
  const result = await run(process.execPath, [inProject('scripts/package.mjs'), '--deb'], {
    cwd: inProject(),
    env,
    show: true,
  });
  if (!result.ok) throw new Stop('There is no package to test.');
  const name = fs.readdirSync(inProject('dist')).find((file) => file.endsWith('.deb'));
  return inProject('dist', name);
}

async function apt(what, target) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = await run('apt-get', [what, '-y', '--no-install-recommends', target], { env });
  if (!result.ok) throw new Stop(`apt-get ${what} failed:\n${result.output}`);
  return result;
}

async function check(counts, name, test) {
  const started = Date.now();
  try {
    await test();
    counts.passed += 1;
    say(`  ✓ ${name} (${Date.now() - started} ms)`);
  } catch (error) {
    counts.failed += 1;
    say(`  ✘ ${name}\n    ${error.stack}`);
  }
}
