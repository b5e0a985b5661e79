import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run, sayOutput } from './run.mjs';
import { Stop, say, step } from './say.mjs';

// What an Electron from outside the distribution needs of a Linux system. A desktop has all of it; a bare server or
// container does not. Debian 13 and Ubuntu 24.04 renamed two of the packages.

const forElectron = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
];
const forDisplay = [['xvfb']];
const forText = [['fonts-dejavu-core', 'fonts-liberation']];

/** Installs what is missing when that is possible (root, apt); else says how to and stops. */
export async function provideLibraries(executable, { virtualDisplay }) {
  if (process.platform !== 'linux') return;
  const missing = await findMissing(executable, virtualDisplay);
  if (missing.packages.length === 0) return;
  say(`This system lacks ${missing.names.join(', ')}.`);
  if (!onPath('apt-get')) {
    throw new Stop(
      "Install that with your system's package manager and start again. On Debian the packages are " +
        `${missing.packages.map((names) => names.at(-1)).join(' ')}.`,
    );
  }
  if (process.getuid() === 0) return install(missing.packages, executable, virtualDisplay);
  const names = choosePackages(await policy(missing.packages), missing.packages);
  throw new Stop(
    'Install it with the command below and start again:\n\n' +
      `  sudo apt-get update && sudo apt-get install --no-install-recommends ${names.join(' ')}\n`,
  );
}

async function install(packages, executable, virtualDisplay) {
  let known = await policy(packages);
  if (packages.some((names) => !candidate(known, names))) {
    await apt('apt-get update', ['update']);
    known = await policy(packages);
  }
  const names = choosePackages(known, packages);
  const args = ['install', '-y', '--no-install-recommends', ...names];
  let result = await apt(`apt-get install ${names.join(' ')}`, args);
  if (!result.ok) {
    // The package lists of an old image name versions that the mirror has no more.
    await apt('apt-get update', ['update']);
    result = await apt('apt-get install once more', args);
  }
  if (!result.ok) sayOutput(result.output);
  const still = await findMissing(executable, virtualDisplay);
  if (still.names.length > 0)
    throw new Stop(`Still missing after apt-get install: ${still.names.join(', ')}.`);
}

const apt = (text, args) =>
  step(text, () =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
  );

async function findMissing(executable, virtualDisplay) {
  const libraries = notFound((await run('ldd', [executable])).output);
  const found = { names: [...libraries], packages: libraries.length > 0 ? [...forElectron] : [] };
  if (virtualDisplay && !onPath('Xvfb')) {
    found.names.push('Xvfb');
    found.packages.push(...forDisplay);
  }
  if (!fontFolders().some(hasFont)) {
    found.names.push('fonts');
    found.packages.push(...forText);
  }
  return found;
}

/** The libraries that ldd did not find. */
export function notFound(lddOutput) {
  return [...new Set([...lddOutput.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name))];
}

const policy = async (packages) => (await run('apt-cache', ['policy', ...packages.flat()])).output;

/** Of each list of names, the first one that `apt-cache policy` knows a version of; the last one when it knows none. */
export function choosePackages(known, packages) {
  return packages.map((names) => candidate(known, names) ?? names.at(-1));
}

function candidate(known, names) {
  const blocks = known.split(/^(?=\S)/m);
  return names.find((name) => blocks.some((block) => block.startsWith(`${name}:`) && hasVersion(block)));
}

const hasVersion = (block) => /^\s+Candidate: (?!\(none\))/m.test(block);

function onPath(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => folder && fs.existsSync(path.join(folder, program)));
}

const fontFolders = () => [
  ...['/usr/share/fonts', '/usr/local/share/fonts'],
  ...['.local/share/fonts', '.fonts'].map((name) => path.join(os.homedir(), name)),
];

function hasFont(place) {
  if (!fs.existsSync(place)) return false;
  return fs.readdirSync(place, { withFileTypes: true }).some((entry) => {
    if (entry.isDirectory()) return hasFont(path.join(place, entry.name));
    return /\.(ttf|otf|ttc|pfb)$/i.test(entry.name);
  });
}
