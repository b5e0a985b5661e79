/**
 * The server's own record of every deletion that was asked for: JSON Lines, each on the disk before what follows from
 * it. What can be deleted must not hold the record of deletions, so the log lies outside every allowed directory.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { AuditEntry } from './auditEntry.ts';
import { errorCode } from './osError.ts';
import { isInside } from './pathRules.ts';

export class AuditLog {
  /** A line may have been torn by a crash or a full disk; the next one must not become part of it. */
  private torn = true;

  constructor(private readonly file: string) {}

  /** Throws when the line is not on the disk. */
  append(entry: AuditEntry): void {
    const descriptor = openForAppending(this.file);
    try {
      const start = this.torn && fstatSync(descriptor).size > 0 ? '\n' : '';
      this.torn = true;
      writeFileSync(descriptor, `${start}${JSON.stringify(entry)}\n`);
      fdatasyncSync(descriptor);
      this.torn = false;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Empty when there is none yet. */
  read(): string {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    }
  }
}

/** Opened for each line, so that a log that was moved away is begun anew and not lost. Never through a link. */
function openForAppending(file: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error(`The audit log ${file} is not a regular file`), { code: 'NOT_A_FILE' });
}

/** Makes its directory. Throws, with a sentence that says what to do, when it would lie in an allowed directory. */
export function openAuditLog(file: string, allowed: readonly string[]): AuditLog {
  const wanted = realPlace(path.resolve(file));
  const around = allowed.find((directory) => isInside(directory, wanted, path));
  if (around !== undefined) {
    throw new Error(
      `The audit log ${wanted} lies inside the allowed directory ${around}: choose another place for it`,
    );
  }
  mkdirSync(path.dirname(wanted), { recursive: true, mode: 0o700 });
  const log = new AuditLog(wanted);
  closeSync(openForAppending(wanted));
  return log;
}

/** The real path of something that need not exist yet: that of its nearest ancestor, and the rest. */
function realPlace(file: string): string {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || path.dirname(file) === file) throw error;
    return path.join(realPlace(path.dirname(file)), path.basename(file));
  }
}
