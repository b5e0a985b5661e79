import fs from 'node:fs';
import { npm } from './npm.mjs';
import { inProject } from './places.mjs';
import { sayOutput } from './run.mjs';
import { Stop, step } from './say.mjs';

/** Installs what package-lock.json names, unless exactly that is there already. */
export async function providePackages() {
  if (isInstalled(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'))) return;
  const result = await step('Packages: npm ci, about half a minute', () =>
    // Everything is a devDependency; NODE_ENV=production or `omit=dev` must not leave it out.
    npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: inProject() }),
  );
  if (result.ok) return;
  sayOutput(result.output);
  throw new Stop('The packages could not be installed: npm ci failed (above).');
}

/**
 * npm writes node_modules/.package-lock.json as the last act of an install that worked, so it tells more than a stamp
 * of our own could: it is right too when somebody has run npm by hand.
 */
export function isInstalled(wanted, installed) {
  if (!wanted || !installed) return false;
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (place === '') return true; // the project itself
    const found = installed.packages[place];
    // Left out by npm: optional packages for other systems.
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function readJson(name) {
  try {
    return JSON.parse(fs.readFileSync(inProject(name), 'utf8'));
  } catch {
    return undefined;
  }
}
