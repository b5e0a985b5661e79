/** read_text_file: one regular file of UTF-8, whole or not at all. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { isSameInode } from './identity.ts';
import { osErrorText } from './osError.ts';
import { locateTarget } from './places.ts';
import { failure, success, type Told } from './told.ts';
import { sizeText } from './wording.ts';

export const mostBytes = 1_048_576;

export async function readTextFile(given: string, allowed: readonly string[]): Promise<Told> {
  const located = await locateTarget(given, allowed);
  if (!located.ok) return failure(located.why);
  try {
    return await readAt(given, located.place.path);
  } catch (problem) {
    return failure(`${given} cannot be read: ${osErrorText(problem)}`);
  }
}

/** `real` was judged a moment ago. */
export async function readAt(given: string, real: string): Promise<Told> {
  // Opening a pipe would wait for a writer.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  if (!(await lstat(real)).isFile()) return failure(`${given} is not a regular file`);
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!(await isStillAt(handle, real))) return failure(`${given} changed while it was opened`);
    const bytes = await readUpTo(handle, mostBytes + 1);
    if (bytes.length > mostBytes) return failure(await tooLargeText(given, handle));
    const text = decode(bytes);
    return text === undefined ? failure(`${given} is not UTF-8 text`) : success(text);
  } finally {
    await handle.close();
  }
}

/** A directory on the way may have been swapped for a link since its real path was judged. */
async function isStillAt(handle: FileHandle, real: string): Promise<boolean> {
  if ((await realpath(real)) !== real) return false;
  const [opened, there] = [await handle.stat({ bigint: true }), await lstat(real, { bigint: true })];
  return opened.isFile() && isSameInode(opened, there);
}

/** Not by the size that the file states: that may be another one by the time it is read. */
async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await handle.read(buffer, length, most - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function decode(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function tooLargeText(given: string, handle: FileHandle): Promise<string> {
  return `${given} is too large to read (${sizeText((await handle.stat()).size)}; at most 1 MiB)`;
}
