/** list_directory: what a directory holds, one line each; links are named and not followed. */
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { osErrorText } from './osError.ts';
import { locateTarget } from './places.ts';
import { failure, success, type Told } from './told.ts';
import { printable, sizeText } from './wording.ts';

export const mostEntries = 1000;

/** Without a path: the only directory that is allowed, or the names of them all. */
export async function listDirectory(given: string | undefined, allowed: readonly string[]): Promise<Told> {
  if (given === undefined && allowed.length > 1) {
    return success(['Allowed directories:', ...allowed.map((directory) => printable(directory))].join('\n'));
  }
  const located = await locateTarget(given ?? '.', allowed);
  if (!located.ok) return failure(located.why);
  try {
    return await listAt(located.place.path);
  } catch (problem) {
    return failure(`${given ?? 'The directory'} cannot be listed: ${osErrorText(problem)}`);
  }
}

/** `real` was judged a moment ago. */
export async function listAt(real: string): Promise<Told> {
  const entries = (await readdir(real, { withFileTypes: true })).sort(byName);
  const lines = await Promise.all(entries.slice(0, mostEntries).map((entry) => lineOf(real, entry)));
  // A directory on the way may have been swapped for a link meanwhile.
  if ((await realpath(real)) !== real) return failure('The directory changed while it was listed');
  const more = entries.length - mostEntries;
  if (more > 0) lines.push(`… and ${more} more, not shown`);
  return success([`${printable(real)}:`, ...(lines.length > 0 ? lines : ['(empty)'])].join('\n'));
}

async function lineOf(directory: string, entry: Dirent): Promise<string> {
  const name = printable(entry.name);
  if (entry.isDirectory()) return `[directory] ${name}`;
  if (entry.isSymbolicLink()) return `[link] ${name}`;
  if (!entry.isFile()) return `[other] ${name}`;
  const stat = await lstat(path.join(directory, entry.name)).catch(() => undefined);
  return stat === undefined ? `[file] ${name}` : `[file] ${name} (${sizeText(stat.size)})`;
}

/** By code units: the same order on every machine. */
function byName(a: Dirent, b: Dirent): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
