// Makes out/ from the sources. A program of its own, because Vite sets NODE_ENV for the process that it runs in.
import fs from 'node:fs';
import { build } from 'vite';
import { inProject } from './places.mjs';

const builds = [
  ['vite.main.config.ts', 'main'],
  ['vite.main.config.ts', 'preload-question'],
  ['vite.main.config.ts', 'preload-workbench'],
  ['vite.main.config.ts', 'preload-model'],
  ['vite.renderer.config.ts', 'question'],
  ['vite.renderer.config.ts', 'workbench'],
  ['vite.renderer.config.ts', 'model'],
];

process.chdir(inProject());
fs.rmSync('out', { recursive: true, force: true });
for (const [configFile, mode] of builds) await build({ configFile, mode, logLevel: 'warn' });
