/**
 * The record for others to read: as it is, line by line, or as a table. A cell that a spreadsheet would take for a formula
 * is made a text; in it are words of servers.
 */
import fs from 'node:fs';
import { rename } from 'node:fs/promises';
import readline from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { isObject } from '../core/json.ts';
import { onAllFiles } from './auditFiles.ts';

export type Format = 'jsonl' | 'csv';

const columns = ['seq', 'time', 'event', 'server', 'tool', 'call', 'question', 'details'] as const;

/** Writes all of the record to `target`, whole or not at all. Rejects with the system's error. */
export async function exportAudit(auditFile: string, target: string, format: Format): Promise<void> {
  const unfinished = `${target}.part`;
  await onAllFiles(auditFile, (files) => write(files, unfinished, format));
  await rename(unfinished, target);
}

async function write(files: readonly string[], unfinished: string, format: Format): Promise<void> {
  const lines = Readable.from(linesOf(files));
  const output = fs.createWriteStream(unfinished, { mode: 0o600 });
  if (format === 'csv')
    await pipeline(
      lines.map(rowOf),
      stringify({ header: true, columns: [...columns], escape_formulas: true, bom: true }),
      output,
    );
  else
    await pipeline(
      lines.map((line: string) => `${line}\n`),
      output,
    );
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files)
    yield* readline.createInterface({
      input: fs.createReadStream(file),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
}

/** What every line has in its own column, everything else as JSON in the last. */
function rowOf(line: string): string[] {
  const entry = parsed(line);
  const { seq, time, event, server, tool, call, question, prev: _, sig: __, ...details } = entry;
  return [seq, time, event, server, tool, call, question, details].map((cell) =>
    isObject(cell) ? JSON.stringify(cell) : String(cell ?? ''),
  );
}

/** A line that is none is exported too: leaving it out would be a lie. */
function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : { event: line };
  } catch {
    return { event: line };
  }
}
