/** file_info: kind, size and times of one entry; a link is told as a link and not followed. */
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { osErrorText } from './osError.ts';
import { locateEntry } from './places.ts';
import { failure, success, type Told } from './told.ts';
import { dateTimeText, printable, sizeText } from './wording.ts';

export async function fileInfo(given: string, allowed: readonly string[]): Promise<Told> {
  const located = await locateEntry(given, allowed);
  if (!located.ok) return failure(located.why);
  try {
    const stat = await lstat(located.place.path);
    return success(infoLines(located.place.path, stat).join('\n'));
  } catch (error) {
    return failure(`${given} cannot be read: ${osErrorText(error)}`);
  }
}

function infoLines(real: string, stat: Stats): string[] {
  const lines = [`path: ${printable(real)}`, `kind: ${kindText(stat)}`];
  if (stat.isFile()) lines.push(`size: ${sizeText(stat.size)}${exactly(stat.size)}`);
  lines.push(`modified: ${dateTimeText(stat.mtimeMs)}`, `created: ${dateTimeText(stat.birthtimeMs)}`);
  if (stat.isFile() && stat.nlink > 1) lines.push(`names (hard links): ${stat.nlink}`);
  return lines;
}

const exactly = (size: number): string => (size < 1000 ? '' : ` (${size} bytes)`);

function kindText(stat: Stats): string {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'link' : 'other';
}
