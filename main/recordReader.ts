/** Lines of the record after a number, in their order, over all its files; goes on where it stopped before. */
import fs from 'node:fs/promises';
import readline from 'node:readline';
import { type NumberedLine, numbered } from '../core/otlp.ts';
import { onAllFiles } from './auditFiles.ts';

/** A file by what stays when it is renamed, and how far it was read. */
export type Place = { inode: bigint; bytes: number };

export type Wanted = { after: number; last: number; most: number };
export type Read = { lines: NumberedLine[]; place: Place | undefined };

/** At most `most` lines with numbers above `after`, up to `last`; and where to go on once they are dealt with. */
export function linesAfter(auditFile: string, wanted: Wanted, place: Place | undefined): Promise<Read> {
  return onAllFiles(auditFile, (files) => readFrom(files, wanted, place));
}

async function readFrom(
  files: readonly string[],
  { after, last, most }: Wanted,
  place: Place | undefined,
): Promise<Read> {
  const lines: NumberedLine[] = [];
  let reached = place;
  for (const file of files) {
    if (lastNumberIn(file) <= after) continue;
    const handle = await openIfThere(file);
    if (handle === undefined) continue;
    try {
      const { ino } = await handle.stat({ bigint: true });
      reached = { inode: ino, bytes: place?.inode === ino ? place.bytes : 0 };
      const input = handle.createReadStream({ start: reached.bytes, autoClose: false });
      for await (const text of readline.createInterface({ input, crlfDelay: 0 })) {
        const line = numbered(text);
        // Beyond what is known to be on the disk somebody may just be writing.
        if (line !== undefined && line.seq > last) return { lines, place: reached };
        reached = { inode: ino, bytes: reached.bytes + Buffer.byteLength(text) + 1 };
        if (line !== undefined && line.seq > after) lines.push(line);
        if (lines.length === most || line?.seq === last) return { lines, place: reached };
      }
    } finally {
      await handle.close();
    }
  }
  return { lines, place: reached };
}

/** There is none for a moment when the record goes on in a new file. */
const openIfThere = (file: string): Promise<fs.FileHandle | undefined> =>
  fs.open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** By its name; the file that is written has no number in it. */
function lastNumberIn(file: string): number {
  const found = /\.\d+-(\d+)\.jsonl$/.exec(file);
  return found?.[1] === undefined ? Number.POSITIVE_INFINITY : Number(found[1]);
}
