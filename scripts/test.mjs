// npm test: every check there is. The last line is the count of all of them, and nothing comes after it.
import fs from 'node:fs';
import { fromPlaywright, fromVitest, none, one, sum } from './counts.mjs';
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, say } from './setup/say.mjs';
import { setUp } from './setup.mjs';
import { biome, check, types, unit } from './tools.mjs';

const reports = { unit: 'test-results/vitest.json', e2e: 'test-results/playwright.json' };

let electron;

async function main() {
  const counts = [];
  for (const part of [setUpAll, checkAll, runUnit, runE2e]) {
    const count = await orOneFailure(part);
    counts.push(count);
    if (part === setUpAll && count.failed > 0) break; // nothing after it could mean anything
  }
  say('\nNOT RUN here: the packaged app (npm run test:package), other clients (npm run test:clients).');
  const { passed, failed } = sum(counts);
  say(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

async function setUpAll() {
  ({ electron } = await setUp({ forTests: true }));
  return none;
}

async function checkAll() {
  say('\nChecks');
  return sum((await Promise.all([biome, types].map(check))).map(one));
}

async function runUnit() {
  say('\nUnit tests');
  discard(reports.unit);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`];
  const result = await run(process.execPath, [...unit.args, ...reporters], {
    cwd: inProject(),
    show: true,
    timeoutMs: 10 * 60_000,
  });
  return fromVitest(read(reports.unit), result.code);
}

async function runE2e() {
  say('\nEnd-to-end tests');
  const reason = whyNotRun();
  if (reason) {
    say(`NOT RUN: ${reason}.`);
    return none;
  }
  discard(reports.e2e);
  const code = await runPlaywright(electron, ['--reporter=list,json', '--output=test-results/e2e'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: inProject(reports.e2e) },
    limitMs: 30 * 60_000,
  });
  return fromPlaywright(read(reports.e2e), code);
}

async function orOneFailure(part) {
  try {
    return await part();
  } catch (error) {
    say(error instanceof Stop ? error.message : (error.stack ?? String(error)));
    return one(false);
  }
}

const discard = (report) => fs.rmSync(inProject(report), { force: true });

function read(report) {
  try {
    return JSON.parse(fs.readFileSync(inProject(report), 'utf8'));
  } catch {
    say(`There is no readable ${report}: counted as a failure.`);
    return undefined;
  }
}

await entry(main);
