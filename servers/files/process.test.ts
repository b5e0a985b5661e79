import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recovered } from './auditEntry.ts';
import { createFilesServer } from './server.ts';
import { type Bundle, bundle, removeBy } from './testing/bundle.ts';
import { confirm } from './testing/connect.ts';
import { type Folder, makeFolder } from './testing/folder.ts';

let bundled: Bundle;

beforeAll(async () => {
  bundled = await bundle({ files: '../stdio.ts', utility: '../utility.ts', crashing: './crashingServer.ts' });
}, 60_000);

afterAll(() => bundled.remove());

function restart(folder: Folder): Recovered[] {
  const recovered: Recovered[] = [];
  const onRecovered = (entry: Recovered) => recovered.push(entry);
  createFilesServer({ directories: [folder.allowed], auditFile: folder.auditFile, onRecovered });
  return recovered;
}

describe('after a crash in the middle of a deletion, the next start', () => {
  const crash = (folder: Folder, step: string, when: string, keep_backup = false) =>
    removeBy([bundled.script('crashing'), folder.allowed, folder.auditFile, step, when], () =>
      confirm({ keep_backup }),
    );

  const crashes = [
    { step: 'rename', when: 'before', keep: false, outcome: 'not touched', names: ['notes.txt'] },
    { step: 'rename', when: 'after', keep: false, outcome: 'restored', names: ['notes.txt'] },
    { step: 'rename', when: 'after', keep: true, outcome: 'restored', names: ['notes.txt'] },
    { step: 'unlink', when: 'before', keep: false, outcome: 'restored', names: ['notes.txt'] },
    { step: 'unlink', when: 'after', keep: false, outcome: 'deleted', names: [] },
    {
      step: 'link',
      when: 'after',
      keep: true,
      outcome: 'deleted',
      names: ['notes.txt.bak'],
      backup: 'notes.txt.bak',
    },
    {
      step: 'unlink',
      when: 'after',
      keep: true,
      outcome: 'deleted',
      names: ['notes.txt.bak'],
      backup: 'notes.txt.bak',
    },
  ];

  it.each(crashes)(
    '$when $step (backup: $keep) finds it $outcome',
    async ({ step, when, keep, outcome, names, backup }) => {
      const folder = makeFolder();
      expect(await crash(folder, step, when, keep)).toBeUndefined();
      expect(folder.audit()).toMatchObject([{ event: 'intent' }]);

      const recovered = { event: 'recovered', outcome, path: folder.notes, ...(backup && { backup }) };
      expect(restart(folder)).toEqual([expect.objectContaining(recovered)]);
      expect(folder.names()).toEqual(names);
      for (const name of names) expect(readFileSync(join(folder.allowed, name), 'utf8')).toBe('the notes');
      expect(folder.lastAudit()).toMatchObject({ ...recovered, id: folder.audit()[0]?.id });
      expect(restart(folder)).toEqual([]);
    },
  );

  it('overwrites nothing that has taken the name', async () => {
    const folder = makeFolder();
    await crash(folder, 'rename', 'after');
    writeFileSync(folder.notes, 'a newcomer');
    expect(restart(folder)).toMatchObject([
      { outcome: 'left aside', aside: expect.stringMatching(/^\.countersign-/) },
    ]);
    expect(folder.names()).toHaveLength(2);
    expect(readFileSync(folder.notes, 'utf8')).toBe('a newcomer');
  });

  it('with other directories leaves it for one with these', async () => {
    const folder = makeFolder();
    await crash(folder, 'rename', 'after');
    expect(restart({ ...folder, allowed: folder.outside })).toEqual([]);
    expect(restart(folder)).toMatchObject([{ outcome: 'restored' }]);
  });
});

describe('in a terminal', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [bundled.script('files'), ...args], { encoding: 'utf8', input: '' });

  it('asks, deletes and records', async () => {
    const folder = makeFolder();
    const args = [bundled.script('files'), '--audit', folder.auditFile, folder.allowed];
    expect(await removeBy(args, () => confirm())).toEqual({ text: 'Deleted notes.txt', isError: false });
    expect(folder.lastAudit()).toMatchObject({ outcome: 'deleted' });
  });

  it('ends with its input, and writes nothing but the protocol to its output', () => {
    const folder = makeFolder();
    expect(run('--audit', folder.auditFile, folder.allowed)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('says what is wrong, and exits with 2', () => {
    const folder = makeFolder();
    const inside = join(folder.allowed, 'audit.jsonl');
    const wrong: [string[], string][] = [
      [[], 'Name at least one directory.'],
      [['--force', folder.allowed], "Unknown option '--force'"],
      [
        ['--audit', folder.auditFile, join(folder.base, 'nowhere')],
        `${join(folder.base, 'nowhere')} is not a directory that exists`,
      ],
      [['--audit', inside, folder.allowed], `lies inside the allowed directory ${folder.allowed}`],
      [['--audit', folder.outside, folder.allowed], 'EISDIR'],
    ];
    for (const [args, why] of wrong) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(why);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('has help', () => {
    expect(run('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: node files.mjs'),
    });
  });

  it('the entry for a utility process says that it is none', () => {
    const { status, stderr } = spawnSync(process.execPath, [bundled.script('utility')], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('in a terminal start files.mjs')]);
  });
});
