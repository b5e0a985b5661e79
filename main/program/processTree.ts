/**
 * A program and all that it started end together. It leads a process group of its own, so that the group can be told to end
 * also where a wrapper (npx, a shell) stands between, or has gone already. Windows has no groups; there `taskkill` walks the tree.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import fs from 'node:fs/promises';

/** How the group of `pid` is told to end. `force`: it is not asked. */
export function endGroup(pid: number, force: boolean, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') {
    execFile(
      'taskkill',
      ['/pid', String(pid), '/T', ...(force ? ['/F'] : [])],
      { windowsHide: true },
      () => {},
    );
    return;
  }
  signalGroup(pid, force ? 'SIGKILL' : 'SIGTERM');
}

/** Whether any process of it is left. One that has ended, and that nobody has looked after yet, is none. */
export async function isGroupAlive(pid: number): Promise<boolean> {
  if (!signalGroup(pid, 0)) return false;
  return process.platform !== 'linux' || (await membersOf(pid)) > 0;
}

async function membersOf(group: number): Promise<number> {
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map((pid) => fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)),
  );
  return stats.filter((stat) => {
    const [state, , pgrp] = afterName(stat);
    return pgrp === String(group) && state !== 'Z' && state !== 'X';
  }).length;
}

/** Its name, in brackets, may hold anything: the values of a `stat` that come after it. */
export const afterName = (stat: string | undefined): string[] =>
  stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** False when there is no such group, or it is not ours to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

export type EndOptions = {
  /** After its input has ended, and again after it was asked to end (ms). */
  graceMs: number;
};

/** Ends its input, then asks, then does not ask. Resolves when nothing of its group is left to end. */
export async function endProgram(child: ChildProcess, { graceMs }: EndOptions): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  if (!(await hasEnded(child, graceMs))) endGroup(pid, false);
  if (!(await hasEnded(child, graceMs))) endGroup(pid, true);
  await hasEnded(child, graceMs);
  await endRest(pid, graceMs);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

/** What a wrapper left behind. Nobody tells when a process that is not our child has ended, so it is looked at again. */
export async function endRest(pid: number, graceMs: number): Promise<void> {
  if (process.platform === 'win32' || !(await isGroupAlive(pid))) return;
  endGroup(pid, false);
  if (!(await groupHasEnded(pid, graceMs))) {
    endGroup(pid, true);
    await groupHasEnded(pid, graceMs);
  }
}

async function groupHasEnded(pid: number, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += lookAgainMs) {
    if (!(await isGroupAlive(pid))) return true;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  return !(await isGroupAlive(pid));
}

const lookAgainMs = 25;

/** True when it has ended, false when it has not after `limitMs`. */
function hasEnded(child: ChildProcess, limitMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), limitMs);
    const onExit = () => done(true);
    const done = (ended: boolean) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(ended);
    };
    child.once('exit', onExit);
  });
}
