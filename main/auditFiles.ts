/** The files of the record: the one that is written, those that it was rotated out of, and the head kept apart. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Head } from '../core/auditChain.ts';

/** `audit.jsonl` beside `audit.1-5000.jsonl`: the numbers are those of the first and the last line in it. */
export const rotatedName = (file: string, first: number, last: number): string =>
  file.replace(/\.jsonl$/, `.${first}-${last}.jsonl`);

/** All files of the record that are there, the oldest first; the one that is written comes last. */
export async function filesOfRecord(file: string): Promise<string[]> {
  const folder = path.dirname(file);
  const stem = path.basename(file, '.jsonl');
  const rotated = (await fs.readdir(folder)).flatMap((name) => {
    const [, start, first] = /^(.*)\.(\d+)-\d+\.jsonl$/.exec(name) ?? [];
    return start === stem && first !== undefined ? [{ name, first: Number(first) }] : [];
  });
  const ordered = rotated.sort((a, b) => a.first - b.first).map(({ name }) => path.join(folder, name));
  return [...ordered, file];
}

/**
 * What `run` makes of all files of the record; once more where the record went on in a new file meanwhile, since then a
 * whole one may have been passed over. Rejects as `run` does.
 */
export async function onAllFiles<T>(file: string, run: (files: readonly string[]) => Promise<T>): Promise<T> {
  for (;;) {
    const files = await filesOfRecord(file);
    const [result] = await Promise.allSettled([run(files)]);
    if (!isDeepStrictEqual(files, await filesOfRecord(file))) continue;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }
}

const headSchema = z.strictObject({
  seq: z.number(),
  hash: z.string(),
  accepted: z.record(z.string(), z.array(z.string()).max(2)).default({}),
  sig: z.string(),
});

/** Undefined when there is none; rejects when it cannot be read as one. */
export async function readHead(headFile: string): Promise<Head | undefined> {
  const text = await fs.readFile(headFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : headSchema.parse(JSON.parse(text));
}

/** Whole or not at all; after the lines that it speaks of are on the disk. */
export async function writeHead(headFile: string, head: Head): Promise<void> {
  await fs.writeFile(`${headFile}.new`, JSON.stringify(head), { mode: 0o600 });
  await fs.rename(`${headFile}.new`, headFile);
}
