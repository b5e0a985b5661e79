import fs from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * Runs npm. Its script is started with this very Node where it can be found, because Windows has only `npm.cmd`,
 * which needs a shell.
 */
export function npm(args, options) {
  const script = npmScript();
  if (script) return run(process.execPath, [script, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

function npmScript() {
  const beside = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const candidates = [process.env.npm_execpath, process.platform === 'win32' ? beside : undefined];
  return candidates.find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file));
}
