/**
 * The record: appended and flushed before what it tells of goes ahead. Whoever awaits `record` may act when it
 * resolves and must not when it rejects: no record, no deed.
 */
import fs from 'node:fs/promises';
import { type AuditEvent, readTail, toLine } from '../core/audit.ts';

const tailBytes = 256 * 1024;

export class AuditLog {
  #seq: number;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly file: string,
    private readonly handle: fs.FileHandle,
    seq: number,
    private readonly now: () => Date,
  ) {
    this.#seq = seq;
  }

  /** Opens or makes `file`, readable by its owner alone. A line that a crash left half-written is set aside. */
  static async open(file: string, now: () => Date): Promise<AuditLog> {
    const { seq, torn } = await setAsideTornLine(file);
    const handle = await fs.open(file, 'a', 0o600);
    const log = new AuditLog(file, handle, seq, now);
    if (torn !== '') await log.record({ event: 'torn line set aside', characters: torn.length });
    return log;
  }

  /** Resolves once the line is on disk; lines keep the order of the calls. Rejects with the system's error. */
  record(event: AuditEvent): Promise<void> {
    const written = this.#last.then(() => this.#write(event));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #write(event: AuditEvent): Promise<void> {
    const seq = this.#seq + 1;
    await this.handle.appendFile(toLine(event, seq, this.now()));
    await this.handle.datasync();
    this.#seq = seq;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.handle.close();
  }
}

async function setAsideTornLine(file: string): Promise<{ seq: number; torn: string }> {
  const handle = await fs.open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, tailBytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const tail = readTail(buffer.toString('utf8'));
    if (tail.torn !== '') {
      await fs.appendFile(`${file}.torn`, `${tail.torn}\n`, { mode: 0o600 });
      await handle.truncate(size - Buffer.byteLength(tail.torn));
    }
    return tail;
  } finally {
    await handle.close();
  }
}
