import fs from 'node:fs';
import path from 'node:path';
import { developmentRuntime, hasDevelopmentRuntime } from './developmentRuntime.mjs';
import { cache, inProject } from './places.mjs';
import { run } from './run.mjs';
import { Stop, say, step } from './say.mjs';

const DAY = 24 * 60 * 60_000;
const binary = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };

/**
 * Finds an Electron or fetches one: `{ version, folder, executable }`. In this order: the folder that
 * ELECTRON_OVERRIDE_DIST_PATH names; the one in node_modules; the official download; the development runtime.
 */
export async function provideElectron({ retry = false } = {}) {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) {
    if (!isIn(named))
      throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH names ${named}, but there is no Electron in it.`);
    return runtime(versionIn(named) ?? 'of unknown version', named);
  }
  const { version } = JSON.parse(fs.readFileSync(inProject('node_modules/electron/package.json'), 'utf8'));
  const folder = inProject('node_modules', 'electron', 'dist');
  if (isIn(folder, version) || (await downloadOfficial(version, folder, retry)))
    return runtime(version, folder);
  return provideDevelopmentRuntime(version);
}

async function provideDevelopmentRuntime(wanted) {
  if (!hasDevelopmentRuntime) {
    throw new Stop(
      `Electron ${wanted} could not be downloaded (above). Start again when the network allows it, or set ` +
        'ELECTRON_OVERRIDE_DIST_PATH to a folder that holds an unpacked Electron.',
    );
  }
  try {
    const found = await developmentRuntime();
    say(
      `Electron ${found.version}, a development runtime with an out-of-date Chromium: for trying and testing only, ` +
        'never for daily use.',
    );
    return runtime(found.version, found.folder);
  } catch (error) {
    throw new Stop(`No Electron to be had: ${error.message}`);
  }
}

// A failure is remembered for a day, so that a machine that cannot reach the download does not try at every start.
async function downloadOfficial(version, folder, retry) {
  const failed = path.join(cache, `electron-${version}-not-reached`);
  const when = fs.statSync(failed, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (hasDevelopmentRuntime && !retry && Date.now() - when < DAY) {
    say(
      `Electron ${version} could not be downloaded earlier; \`npm start -- --retry-electron\` tries again.`,
    );
    return false;
  }
  const result = await step(`Electron ${version}: downloading`, () =>
    run(process.execPath, [inProject('node_modules', 'electron', 'install.js')], { timeoutMs: 10 * 60_000 }),
  );
  if (result.ok && isIn(folder, version)) {
    fs.rmSync(failed, { force: true });
    return true;
  }
  say(`  not to be had: ${reason(result.output)}`);
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(failed, '');
  return false;
}

function reason(output) {
  const lines = output.split('\n').map((line) => line.trim());
  // The system's own word (ENOTFOUND, ECONNREFUSED …) says more than the "fetch failed" around it.
  return (
    lines.find((line) => /\bE[A-Z]{4,}\b/.test(line)) ??
    lines.find((line) => /error/i.test(line)) ??
    lines.find(Boolean) ??
    'no reason given'
  );
}

const executableIn = (folder) => path.join(folder, binary[process.platform] ?? 'electron');

const runtime = (version, folder) => ({ version, folder, executable: executableIn(folder) });

function isIn(folder, version = versionIn(folder)) {
  return fs.existsSync(executableIn(folder)) && versionIn(folder) === version;
}

function versionIn(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined;
  }
}
