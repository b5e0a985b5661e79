import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Activity, linesFromEnd } from './activity.ts';

let folder: string;
let file: string;
const all = { server: '', tool: '', outcome: '', text: '' };

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-activity-'));
  file = path.join(folder, 'audit.jsonl');
});
afterEach(() => fs.rm(folder, { recursive: true }));

const call = (n: number, seq: number) => [
  { seq, event: 'call judged', call: `c${n}`, server: n % 2 === 0 ? 'files' : 'mail', tool: `tool ${n}` },
  { seq: seq + 1, event: 'call ended', call: `c${n}`, outcome: 'done', text: 'ü\u{1F600}'.repeat(n % 50) },
];
const textOf = (entries: object[]) =>
  entries.map((entry) => `${JSON.stringify({ time: new Date(0).toISOString(), ...entry })}\n`).join('');

/** A record of `count` calls in several files. */
async function write(count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => call(n, 2 * n + 1)).flat();
  const half = Math.floor(entries.length / 2) - 1; // in the middle of a call
  await fs.writeFile(file.replace('.jsonl', `.1-${half}.jsonl`), textOf(entries.slice(0, half)));
  await fs.writeFile(file, textOf(entries.slice(half)));
}

async function readAll(filter: typeof all) {
  const activity = new Activity(file);
  const pages = [await activity.read({ reader: null, filter })];
  for (let reader = pages[0]?.reader ?? null; reader !== null; reader = pages.at(-1)?.reader ?? null)
    pages.push(await activity.read({ reader, filter }));
  return pages;
}

it('lines come from the end, whole, over all files and all chunks', async () => {
  await write(5_000);
  const seqs: number[] = [];
  for await (const line of linesFromEnd(file)) seqs.push(JSON.parse(line).seq);
  expect(seqs).toEqual(Array.from({ length: 10_000 }, (_, n) => 10_000 - n));
});

it('a page is the newest fifty, and the next goes on where it ended', async () => {
  await write(120);
  const pages = await readAll(all);
  expect(pages.map(({ stories }) => stories.length)).toEqual([50, 50, 20]);
  expect(pages.flatMap(({ stories }) => stories.map(({ tool }) => tool))).toEqual(
    Array.from({ length: 120 }, (_, n) => `tool ${119 - n}`),
  );
  expect(pages.flatMap(({ stories }) => stories).every(({ steps }) => steps.length === 2)).toBe(true);
});

it('a filter finds what is far back, without reading all of it for one page', async () => {
  await write(30_000);
  const pages = await readAll({ ...all, tool: 'tool 17', server: 'mail' });
  expect(pages.length).toBeGreaterThan(2);
  const found = pages.flatMap(({ stories }) => stories.map(({ tool }) => tool));
  expect(found).toContain('tool 17');
  expect(found.every((tool) => tool.startsWith('tool 17'))).toBe(true);
});

it('the first page of a long record is there at once', async () => {
  await write(100_000);
  const started = performance.now();
  const { stories } = await new Activity(file).read({ reader: null, filter: all });
  const took = performance.now() - started;
  expect(stories).toHaveLength(50);
  // Generous, since machines are busy: reading all of it takes far longer.
  expect(took).toBeLessThan(500);
});

it('a record that is empty, or holds what is no line of it, is told as far as it goes', async () => {
  await fs.writeFile(file, '');
  expect(await readAll(all)).toEqual([{ stories: [], reader: null }]);
  await fs.writeFile(file, `nonsense\n{"a":1}\n${textOf(call(1, 1))}{"torn`);
  expect((await readAll(all)).flatMap(({ stories }) => stories)).toHaveLength(1);
});
