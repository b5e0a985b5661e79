import { spawn } from 'node:child_process';
import { beforeExit } from './ending.mjs';
import { say } from './say.mjs';

const TAIL = 64 * 1024;

/**
 * Runs a program to its end and never rejects: `{ ok, code, output }`, where `output` is the last of what it printed
 * and `code` is null when it was killed or could not be started. `show` lets its output through instead of keeping it.
 */
export function run(command, args, { cwd, env, timeoutMs, show = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    const release = beforeExit(() => child.kill());
    let output = '';
    let late = false;
    const keep = (chunk) => {
      output = (output + chunk).slice(-TAIL);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const limit = timeoutMs
      ? setTimeout(() => {
          late = true;
          child.kill('SIGKILL');
        }, timeoutMs)
      : undefined;
    const end = (code, why = '') => {
      clearTimeout(limit);
      release();
      if (late) keep(`\nstopped after ${timeoutMs / 1000} s`);
      resolve({ ok: code === 0, code, output: output + why });
    };
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code));
  });
}

/** Shows the end of what a failed program printed. */
export function sayOutput(output, lines = 25) {
  if (!output.trim()) return;
  for (const line of output.trimEnd().split('\n').slice(-lines)) say(`  | ${line}`);
}
