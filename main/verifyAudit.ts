/** `--verify-audit`: does the record hold, and if not, which line is the first that does not? Reads line by line. */
import fs from 'node:fs';
import readline from 'node:readline';
import {
  beforeHead,
  nothingYet,
  pastLine,
  problemAtEnd,
  type Verified,
  verifyLine,
} from '../core/auditChain.ts';
import { onAllFiles, readHead } from './auditFiles.ts';
import { readPublicKey } from './auditKey.ts';
import type { Places } from './places.ts';

export type Verdict =
  | { holds: true; lines: number; fingerprint: string }
  /** `line` counts within `file`, from 1; it is left out where the fault is in no line. */
  | { holds: false; why: string; file: string; line?: number };

type AuditFiles = Pick<Places, 'audit' | 'auditHead' | 'auditPublicKey'>;

export async function verifyAudit(places: AuditFiles): Promise<Verdict> {
  try {
    return await onAllFiles(places.audit, (files) => verifyFiles(files, places));
  } catch (error) {
    return { holds: false, why: (error as Error).message, file: places.audit };
  }
}

async function verifyFiles(
  files: readonly string[],
  { audit, auditHead, auditPublicKey }: AuditFiles,
): Promise<Verdict> {
  const { fingerprint, isSignature } = await readPublicKey(auditPublicKey);
  const head = await readHead(auditHead);
  let verified: Verified = nothingYet;
  let at = beforeHead;
  for (const file of files) {
    let line = 0;
    const lines = readline.createInterface({ input: fs.createReadStream(file), crlfDelay: 0 });
    for await (const text of lines) {
      line += 1;
      const step = verifyLine(text, verified, isSignature);
      if (!step.ok) return { holds: false, why: step.why, file, line };
      verified = step.verified;
      at = pastLine(at, verified, head);
    }
  }
  const why = problemAtEnd(verified, head, at, isSignature);
  return why === undefined
    ? { holds: true, lines: verified.seq, fingerprint }
    : { holds: false, why, file: audit };
}

/** For a terminal, with what it cannot show. */
export function verdictText(verdict: Verdict): string {
  if (!verdict.holds)
    return `The record does not hold: ${verdict.file}${verdict.line === undefined ? '' : `, line ${verdict.line}`}: ${verdict.why}.\n`;
  return [
    `The record holds: ${verdict.lines} lines, signed by the key ${verdict.fingerprint}.`,
    'Nobody without that key changed, dropped, repeated or swapped a line. It does not show what somebody did who has the key,',
    'nor that the whole folder was put back to an earlier state: note the number of lines and the key somewhere else for that.',
    '',
  ].join('\n');
}
