/** Real files for a test: an allowed directory with notes.txt in it, one beside it, and a place for the audit log. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export type Folder = ReturnType<typeof makeFolder>;

/** Gone after the test. */
export function makeFolder() {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'countersign-')));
  made.push(base);
  const allowed = join(base, 'allowed');
  const outside = join(base, 'outside');
  for (const folder of [allowed, outside]) mkdirSync(folder);
  writeFileSync(join(allowed, 'notes.txt'), 'the notes');
  writeFileSync(join(outside, 'secret.txt'), 'the secret');
  const auditFile = join(base, 'state', 'audit.jsonl');
  return {
    base,
    allowed,
    outside,
    auditFile,
    notes: join(allowed, 'notes.txt'),
    /** The names in the allowed directory. */
    names: () => readdirSync(allowed).sort(),
    audit: (): Record<string, unknown>[] =>
      readFileSync(auditFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    lastAudit: () => folderLast(auditFile),
  };
}

function folderLast(auditFile: string): Record<string, unknown> {
  return JSON.parse(readFileSync(auditFile, 'utf8').trimEnd().split('\n').at(-1) ?? '{}');
}
