import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endRest, isGroupAlive } from './processTree.ts';
import { RunningPrograms } from './runningPrograms.ts';

let folder: string;
const groups: number[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-running-'));
});
afterEach(async () => {
  for (const pid of groups.splice(0)) await endRest(pid, 200);
  fs.rmSync(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'running.json');
const programs = () => new RunningPrograms(file(), (text) => expect.unreachable(text));

/** Ignores the end of its input, as a program may. */
async function start(script = 'setInterval(() => {}, 1000)'): Promise<number> {
  const child = spawn(process.execPath, ['-e', `console.log('on'); ${script}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const pid = child.pid ?? 0;
  groups.push(pid);
  return pid;
}

const written = () =>
  JSON.parse(fs.readFileSync(file(), 'utf8')) as {
    boot: string;
    programs: { pid: number; startedAt: string }[];
  };

async function keep(pid: number): Promise<void> {
  const running = programs();
  running.started(pid);
  await running.ended(1);
}

it('E064: what an app that was killed left running is ended by the next start', async () => {
  const pid = await start();
  await keep(pid);
  expect(written().programs.map((program) => program.pid)).toEqual([pid]);
  expect(await programs().endLeftOver(500)).toBe(1);
  expect(await isGroupAlive(pid)).toBe(false);
});

it('E064: also a grandchild whose wrapper has gone', async () => {
  const pid = await start(
    `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref(); setTimeout(() => process.exit(0), 300)`,
  );
  await keep(pid);
  while (fs.existsSync(`/proc/${pid}`)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await isGroupAlive(pid)).toBe(true);
  expect(await programs().endLeftOver(500)).toBe(1);
  expect(await isGroupAlive(pid)).toBe(false);
});

it('a process that has the same number, and is another, is left alone', async () => {
  const pid = await start();
  await keep(pid);
  const kept = written();
  fs.writeFileSync(file(), JSON.stringify({ ...kept, programs: [{ pid, startedAt: '1' }] }));
  expect(await programs().endLeftOver(200)).toBe(0);
  expect(await isGroupAlive(pid)).toBe(true);
});

it('what was written before the machine was started is left alone', async () => {
  const pid = await start();
  await keep(pid);
  fs.writeFileSync(file(), JSON.stringify({ ...written(), boot: 'another' }));
  expect(await programs().endLeftOver(200)).toBe(0);
  expect(await isGroupAlive(pid)).toBe(true);
});

it('one that has ended is not kept', async () => {
  const pid = await start();
  const running = programs();
  running.started(pid);
  await running.ended(pid);
  expect(written().programs).toEqual([]);
});

it.each(['', '{', '{"version":2}', '{"version":1,"boot":"x","programs":[{"pid":1,"startedAt":"1"}]}'])(
  'a file that cannot be read ends nothing: %j',
  async (text) => {
    fs.writeFileSync(file(), text);
    expect(await programs().endLeftOver(100)).toBe(0);
  },
);
