import { spawn } from 'node:child_process';
import { beforeExit } from './ending.mjs';

const ownGroup = process.platform !== 'win32';

/**
 * Starts a program that has children of its own (Electron, Playwright) in a process group of its own:
 * `{ pid, ended, stop }`. Ctrl+C in the terminal then reaches only us, and we decide who ends when. `ended` resolves to
 * the exit code (null after a signal) when the program and all of its group are gone.
 */
export function startGroup(command, args, { cwd, env }) {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: ownGroup,
  });
  const release = beforeExit(() => signal('SIGKILL'));
  const signal = (name) => {
    if (!child.pid) return false;
    try {
      return process.kill(ownGroup ? -child.pid : child.pid, name);
    } catch {
      return false; // nobody left
    }
  };
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', async (code) => {
      await sweep(signal);
      release();
      resolve(code);
    });
  });
  /** Asks the program itself first; after the grace period the whole group is killed. */
  const stop = async (name = 'SIGTERM', graceMs = 5000) => {
    child.kill(name);
    const limit = setTimeout(() => signal('SIGKILL'), graceMs);
    await ended.catch(() => {});
    clearTimeout(limit);
  };
  return { pid: child.pid, ended, stop };
}

// Chromium's helpers and MCP servers need a moment after their parent; whoever is left after two seconds is killed.
async function sweep(signal) {
  if (!ownGroup) return;
  for (let tries = 0; tries < 40 && signal(0); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  signal('SIGKILL');
}
