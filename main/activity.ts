/** The record read from its end, a page at a time, so that it does not matter how long it is. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ActivityInput, ActivityPage } from '../contract/ipc.ts';
import { type Entry, fitsFilter, Stories, type Story } from '../core/activity.ts';
import { isObject } from '../core/json.ts';
import { filesOfRecord } from './auditFiles.ts';

/** Lines that one page may cost; a filter that finds little goes on with the next page. */
const linesPerPage = 20_000;
const storiesPerPage = 50;
/** Readers that are kept, in case somebody goes on with them. */
const keptReaders = 4;

type Reader = { lines: AsyncGenerator<string>; stories: Stories; rest: Story[] | undefined };

export class Activity {
  readonly #readers = new Map<string, Reader>();

  constructor(private readonly auditFile: string) {}

  /** The next stories of a reader, the newest first; a new one begins at the end of the record. */
  async read({ reader: known, filter }: ActivityInput): Promise<ActivityPage> {
    const id = known !== null && this.#readers.has(known) ? known : this.#begin();
    const reader = this.#readers.get(id);
    const stories: Story[] = [];
    let scanned = 0;
    while (reader !== undefined && stories.length < storiesPerPage && scanned < linesPerPage) {
      const story = await next(reader);
      if (story === 'end') {
        this.#readers.delete(id);
        return { stories, reader: null };
      }
      scanned += 1;
      if (story !== undefined && fitsFilter(story, filter)) stories.push(story);
    }
    return { stories, reader: id };
  }

  #begin(): string {
    const id = randomUUID();
    this.#readers.set(id, { lines: linesFromEnd(this.auditFile), stories: new Stories(), rest: undefined });
    for (const old of [...this.#readers.keys()].slice(0, -keptReaders)) this.#forget(old);
    return id;
  }

  /** Its file is closed. */
  #forget(id: string): void {
    void this.#readers.get(id)?.lines.return(undefined);
    this.#readers.delete(id);
  }
}

/** The story that the next older line begins, if it does one; after the last line, what is left. */
async function next(reader: Reader): Promise<Story | undefined | 'end'> {
  if (reader.rest === undefined) {
    const line = await reader.lines.next();
    if (line.done !== true) {
      const entry = entryIn(line.value);
      return entry && reader.stories.add(entry);
    }
    reader.rest = reader.stories.rest();
  }
  return reader.rest.shift() ?? 'end';
}

function entryIn(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isEntry = isObject(value) && typeof value.seq === 'number' && typeof value.event === 'string';
    // `as`: the three that every story needs were looked at.
    return isEntry ? (value as Entry) : undefined;
  } catch {
    return undefined;
  }
}

const chunkBytes = 256 * 1024;

/** Whole lines, the last one first, over all files of the record. */
export async function* linesFromEnd(auditFile: string): AsyncGenerator<string> {
  const { newest, older } = await openNewest(auditFile);
  yield* linesOfHandle(newest);
  for (const file of older.reverse()) yield* linesOfHandle(await fs.open(file, 'r'));
}

/** Tried again where the record went on in a new file meanwhile: a whole one would be passed over. */
async function openNewest(auditFile: string): Promise<{ newest: fs.FileHandle; older: string[] }> {
  for (;;) {
    const older = (await filesOfRecord(auditFile)).slice(0, -1);
    const [opened] = await Promise.allSettled([fs.open(auditFile, 'r')]);
    const isSame = isDeepStrictEqual(older, (await filesOfRecord(auditFile)).slice(0, -1));
    if (opened.status === 'fulfilled' && isSame) return { newest: opened.value, older };
    if (opened.status === 'fulfilled') await opened.value.close();
    else if (isSame) throw opened.reason;
  }
}

/** Closes it at the end, or when nobody goes on reading. */
async function* linesOfHandle(handle: fs.FileHandle): AsyncGenerator<string> {
  try {
    let end = (await handle.stat()).size;
    let rest = Buffer.alloc(0);
    while (end > 0) {
      const start = Math.max(0, end - chunkBytes);
      const chunk = Buffer.alloc(end - start);
      await handle.read(chunk, 0, chunk.length, start);
      const text = Buffer.concat([chunk, rest]);
      // What stands before the first line end may begin in the chunk before; bytes, so that no character is cut.
      const first = start === 0 ? 0 : text.indexOf(0x0a) + 1;
      rest = start === 0 ? Buffer.alloc(0) : text.subarray(0, first);
      const lines = text.subarray(first).toString('utf8').split('\n');
      for (const line of lines.reverse()) if (line !== '') yield line;
      end = start;
    }
  } finally {
    await handle.close();
  }
}
