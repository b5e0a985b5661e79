// npm run package: the packages of this system, in dist/, with a list of what is in them beside them.
// `-- --dir` leaves the unpacked app instead; `-- --deb` and the like choose among the formats.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { Stop, say, step } from './setup/say.mjs';
import { setUp } from './setup.mjs';

const platform = { linux: '--linux', darwin: '--mac', win32: '--win' }[process.platform];

await entry(async (args) => {
  const { electron } = await setUp({ forTests: true });
  const formats = args.filter((arg) => arg !== '--dir').map((arg) => arg.replace(/^--/, ''));
  const what = args.includes('--dir') ? ['--dir'] : [platform, ...formats];
  await build([...what, '--x64', '--publish', 'never'], electron);
  await listContents();
  for (const file of fs.readdirSync(inProject('dist')).filter((name) => name.startsWith('countersign-')))
    say(`dist/${file}`);
  return 0;
});

async function build(args, electron) {
  const packed = fs.existsSync('/usr/bin/dpkg-deb')
    ? { CUSTOM_FPM_PATH: inProject('scripts', 'package', 'dpkgDeb.mjs') }
    : {};
  const result = await step(`Packing ${args.join(' ')}`, () =>
    run(
      process.execPath,
      [inProject('node_modules/electron-builder/cli.js'), '--config', 'electron-builder.config.mjs', ...args],
      {
        cwd: inProject(),
        env: {
          ...process.env,
          ...packed,
          COUNTERSIGN_ELECTRON: JSON.stringify({ folder: electron.folder, version: electron.version }),
          // Files get the time of the last commit, so that two runs give the same archive.
          SOURCE_DATE_EPOCH: '1735689600',
        },
        timeoutMs: 15 * 60_000,
      },
    ),
  );
  if (!result.ok) throw new Stop('Packing failed (above).');
}

/** A CycloneDX list of the packages that this app is built with, Electron among them; the bundles hold a part of these. */
async function listContents() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const list = execFileSync(npm, args, {
    cwd: inProject(),
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { version } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'));
  fs.writeFileSync(inProject('dist', `countersign-${version}.cdx.json`), list);
}
