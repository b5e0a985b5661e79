// Runs inside the development runtime in place of Electron's own default app, which that package lacks: loads the app
// named on the command line, after the modules given by -r (Playwright attaches through one).
import fs from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron/main';

const { modules, target, version } = readCommandLine(process.argv.slice(1));

if (version) {
  console.log(`v${process.versions.electron}`);
  process.exit(0);
}
if (!target) {
  console.error('usage: electron [switches] <folder or file of the app>');
  process.exit(1);
}
if (modules.length > 0) Module._preloadModules(modules);
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
await load(path.resolve(target));

function readCommandLine(args) {
  const modules = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '-v' || arg === '--version') return { modules, version: true };
    if (arg === '-r' || arg === '--require') modules.push(args[++i]);
    else if (arg.startsWith('--app=')) return { modules, target: arg.slice('--app='.length) };
    else if (!arg.startsWith('-')) return { modules, target: arg };
  }
  return { modules };
}

async function load(place) {
  const manifest = path.join(place, 'package.json');
  const isFolder = fs.existsSync(manifest);
  if (isFolder) {
    const { name, productName, version, desktopName } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    if (version) app.setVersion(version);
    app.setName(productName ?? name ?? 'Electron');
    app.setDesktopName(desktopName ?? `${app.getName()}.desktop`);
  }
  const entry = entryOf(place);
  app.setAppPath(isFolder ? place : path.dirname(entry));
  await import(pathToFileURL(entry).href);
}

function entryOf(place) {
  try {
    return createRequire(import.meta.url).resolve(place);
  } catch (error) {
    console.error(`There is no app at ${place}: ${error.message}`);
    process.exit(1);
  }
}
