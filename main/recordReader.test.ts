import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linesAfter } from './recordReader.ts';

let folder: string;
let file: string;
const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `{"seq":${first + n},"text":"ä"}\n`).join('');
const numbers = (read: Awaited<ReturnType<typeof linesAfter>>) => read.lines.map(({ seq }) => seq);

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-reader-'));
  file = path.join(folder, 'audit.jsonl');
  await fs.writeFile(path.join(folder, 'audit.1-3.jsonl'), lines(1, 3));
  await fs.writeFile(file, lines(4, 6));
});
afterEach(() => fs.rm(folder, { recursive: true }));

it.each([
  [0, 6, 10, [1, 2, 3, 4, 5, 6]],
  [3, 6, 10, [4, 5, 6]],
  [0, 6, 2, [1, 2]],
  [6, 6, 10, []],
  [5, 5, 10, []],
])('after %i, up to %i, at most %i', async (after, last, most, expected) => {
  expect(numbers(await linesAfter(file, { after, last, most }, undefined))).toEqual(expected);
});

it('what is just being written is left, and read whole once it is there', async () => {
  await fs.appendFile(file, '{"seq":7,"te');
  const first = await linesAfter(file, { after: 4, last: 6, most: 10 }, undefined);
  expect(numbers(first)).toEqual([5, 6]);
  await fs.appendFile(file, `xt":"ä"}\n${lines(8, 8)}`);
  expect(numbers(await linesAfter(file, { after: 6, last: 7, most: 10 }, first.place))).toEqual([7]);
});

it('goes on where it stopped without reading what was before, also when the file has got another name', async () => {
  const first = await linesAfter(file, { after: 3, last: 5, most: 10 }, undefined);
  // Lines that would be found, were it read from its beginning.
  const text = await fs.readFile(file, 'utf8');
  await fs.writeFile(file, text.replace('{"seq":4', '{"seq":9').replace('{"seq":5', '{"seq":9'));
  await fs.rename(file, path.join(folder, 'audit.4-6.jsonl'));
  await fs.writeFile(file, lines(7, 8));
  expect(numbers(await linesAfter(file, { after: 5, last: 20, most: 10 }, first.place))).toEqual([6, 7, 8]);
});

it('a line that is none is passed over', async () => {
  await fs.appendFile(file, `garbage\n${lines(7, 7)}`);
  expect(numbers(await linesAfter(file, { after: 5, last: 7, most: 10 }, undefined))).toEqual([6, 7]);
});
