/** Files of the app's own folder: read through a parser, written by rename, readable by their owner alone. */
import fs from 'node:fs/promises';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import writeFileAtomic from 'write-file-atomic';

export type ReadFile =
  | { kind: 'absent' }
  | { kind: 'read'; json: unknown }
  | { kind: 'broken'; message: string };

/** Comments and trailing commas are allowed, as in the files that other hosts use. */
export async function readJson(file: string): Promise<ReadFile> {
  let text: string;
  try {
    text = (await fs.readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'absent' };
    return { kind: 'broken', message: (error as Error).message };
  }
  const errors: ParseError[] = [];
  const json: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return { kind: 'read', json };
  const line = text.slice(0, first.offset).split('\n').length;
  return { kind: 'broken', message: `line ${line}: ${printParseErrorCode(first.error)}` };
}

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
}

/** Moves a file that cannot be read out of the way, so that nothing of it is overwritten. Returns its new name. */
export async function setAside(file: string, now: Date): Promise<string> {
  const aside = `${file}.broken-${now.toISOString().replace(/[:.]/g, '-')}`;
  await fs.rename(file, aside);
  return aside;
}
