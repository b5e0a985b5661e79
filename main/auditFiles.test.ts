/** Readers of the record while it goes on in a new file under them: no file is passed over. */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linesFromEnd } from './activity.ts';
import { onAllFiles } from './auditFiles.ts';
import { exportAudit } from './exportAudit.ts';
import { linesAfter } from './recordReader.ts';

let folder: string;
let file: string;
const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `{"seq":${first + n},"event":"x"}\n`).join('');
const numbers = (text: string[]) => text.filter((line) => line !== '').map((line) => JSON.parse(line).seq);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-files-'));
  file = path.join(folder, 'audit.jsonl');
  fs.writeFileSync(path.join(folder, 'audit.1-2.jsonl'), lines(1, 2));
  fs.writeFileSync(file, lines(3, 4));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

function rotate() {
  fs.renameSync(file, path.join(folder, 'audit.3-4.jsonl'));
  fs.writeFileSync(file, lines(5, 6));
}

/** Just after the files were listed, when the one that is written is about to be opened. */
function rotateAtOpen() {
  let isDone = false;
  const once = (opened: unknown) => {
    if (isDone || opened !== file) return;
    isDone = true;
    rotate();
  };
  const { open } = promises;
  vi.spyOn(promises, 'open').mockImplementation((...args) => {
    once(args[0]);
    return open(...args);
  });
  const { createReadStream } = fs;
  vi.spyOn(fs, 'createReadStream').mockImplementation((...args) => {
    once(args[0]);
    return createReadStream(...args);
  });
}

it('what is done with the files is done again', async () => {
  const seen: number[] = [];
  const last = await onAllFiles(file, async (files) => {
    seen.push(files.length);
    if (seen.length === 1) rotate();
    return files.length;
  });
  expect(seen).toEqual([2, 3]);
  expect(last).toBe(3);
});

it('an error counts when the files are still the same, and only then', async () => {
  let times = 0;
  const failing = onAllFiles(file, async () => {
    times += 1;
    if (times === 1) rotate();
    throw new Error(`failed ${times}`);
  });
  await expect(failing).rejects.toThrow('failed 2');
});

it('Activity reads from the end', async () => {
  rotateAtOpen();
  const read: string[] = [];
  for await (const line of linesFromEnd(file)) read.push(line);
  expect(numbers(read)).toEqual([6, 5, 4, 3, 2, 1]);
});

it('the export has every line', async () => {
  rotateAtOpen();
  const target = path.join(folder, 'out.jsonl');
  await exportAudit(file, target, 'jsonl');
  expect(numbers(fs.readFileSync(target, 'utf8').split('\n'))).toEqual([1, 2, 3, 4, 5, 6]);
});

it('what is sent on has every line', async () => {
  rotateAtOpen();
  const { lines: read } = await linesAfter(file, { after: 0, last: 6, most: 10 }, undefined);
  expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('a record that is not there is an error for who reads it from its end', async () => {
  fs.rmSync(file);
  await expect(linesFromEnd(file).next()).rejects.toThrow('ENOENT');
});
