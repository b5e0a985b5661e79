import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { inProject } from './places.mjs';
import { run, sayOutput } from './run.mjs';
import { Stop, step } from './say.mjs';

const sources = [
  ...['contract', 'core', 'main', 'preload', 'renderer', 'servers', 'model'],
  ...['vite.main.config.ts', 'vite.renderer.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
  'scripts/setup/bundle.mjs',
];

/** Builds out/ when the sources are others than those it was built from. */
export async function provideBuild({ always = false } = {}) {
  const stamp = inProject('out', '.stamp');
  const print = fingerprint(sources.map((source) => inProject(source)));
  if (!always && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === print) return;
  const result = await step('Build', () =>
    run(process.execPath, [inProject('scripts', 'setup', 'bundle.mjs')], {
      cwd: inProject(),
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  );
  sayOutput(result.output, 60);
  if (!result.ok) throw new Stop('The build failed (above).');
  fs.writeFileSync(stamp, print);
}

/** One digest over names and contents. Times would say "changed" after every checkout. */
export function fingerprint(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) {
    hash.update(`${file}\0`);
    hash.update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(place) {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [place];
  const names = fs.readdirSync(place).sort();
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => filesIn(`${place}/${name}`));
}
