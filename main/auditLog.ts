/**
 * The record: appended, signed and flushed before what it tells of goes ahead. Whoever awaits `record` may act when it
 * resolves and must not when it rejects: no record, no deed. `core/auditChain.ts` says what a line holds.
 */
import fs from 'node:fs/promises';
import type { AuditEvent } from '../core/audit.ts';
import { beginning, chainedLine, hashOf, headOf, type Link, linkIn, signedLine } from '../core/auditChain.ts';
import { limits } from '../core/limits.ts';
import { filesOfRecord, readHead, rotatedName, writeHead } from './auditFiles.ts';
import type { AuditKey } from './auditKey.ts';

export type AuditPlaces = { audit: string; auditHead: string };

type Waiting = { event: AuditEvent; resolve: () => void; reject: (error: unknown) => void };

export class AuditLog {
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #size = 0;
  /** The number of the first line in the file that is written now. */
  #first = 1;

  private constructor(
    private readonly places: AuditPlaces,
    private readonly key: Pick<AuditKey, 'sign'>,
    private readonly now: () => Date,
    private readonly maxBytes: number,
    private handle: fs.FileHandle,
    private last: Link,
  ) {
    this.#first = last.seq + 1;
  }

  get file(): string {
    return this.places.audit;
  }

  /** The number of the last line that is on the disk. */
  get lastLine(): number {
    return this.last.seq;
  }

  /**
   * Opens or makes the record, readable by its owner alone. A line that a crash left half-written is set aside. An end
   * that is not the one that was written last is told as `problem`, and gone on from.
   */
  static async open(
    places: AuditPlaces,
    key: Pick<AuditKey, 'sign'>,
    now: () => Date,
    maxBytes: number = limits.auditFileBytes,
  ): Promise<{ log: AuditLog; problem?: string }> {
    const torn = await setAsideTornLine(places.audit);
    const last = await lastLink(places.audit);
    const head = await readHead(places.auditHead).catch(() => 'unreadable' as const);
    const problem = problemAtStart(last, head);
    const handle = await fs.open(places.audit, 'a', 0o600);
    const log = new AuditLog(places, key, now, maxBytes, handle, last);
    log.#size = (await handle.stat()).size;
    if (torn !== '') await log.record({ event: 'torn line set aside', characters: torn.length });
    if (problem === undefined) return { log };
    await log.record({ event: 'record does not hold', why: problem });
    return { log, problem };
  }

  /** Resolves once the line is on disk; lines keep the order of the calls. Rejects with the system's error. */
  record(event: AuditEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** What came while the last lines were being written goes out together, under one signature. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#write(batch.map(({ event }) => event));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#flushing = undefined;
  }

  async #write(events: readonly AuditEvent[]): Promise<void> {
    let link = this.last;
    const lines = events.map((event, index) => {
      const text = chainedLine(event, this.now(), link);
      const line = index === events.length - 1 ? signedLine(text, this.key.sign) : text;
      link = { seq: link.seq + 1, hash: hashOf(line) };
      return line;
    });
    await this.#append(`${lines.join('\n')}\n`);
    this.last = link;
    await writeHead(this.places.auditHead, headOf(link, this.key.sign));
    if (this.#size >= this.maxBytes) await this.#rotate();
  }

  /** What could be written only in part is taken back, so that the next line stands on its own. */
  async #append(text: string): Promise<void> {
    const { size } = await this.handle.stat();
    if (size !== this.#size) throw new Error('something else has written to the record');
    try {
      await this.handle.appendFile(text);
      await this.handle.datasync();
      this.#size += Buffer.byteLength(text);
    } catch (error) {
      await fs.truncate(this.places.audit, this.#size).catch(() => undefined);
      throw error;
    }
  }

  /** The chain goes on in a new file; the old one keeps its place by the numbers in its name. */
  async #rotate(): Promise<void> {
    await this.handle.close();
    await fs.rename(this.places.audit, rotatedName(this.places.audit, this.#first, this.last.seq));
    this.handle = await fs.open(this.places.audit, 'a', 0o600);
    this.#first = this.last.seq + 1;
    this.#size = 0;
  }

  async close(): Promise<void> {
    await this.#flushing;
    await this.handle.close();
  }
}

function problemAtStart(
  last: Link,
  head: Awaited<ReturnType<typeof readHead>> | 'unreadable',
): string | undefined {
  if (head === 'unreadable') return 'the head that is kept beside it cannot be read';
  if (head === undefined) return last.seq === 0 ? undefined : 'the head that is kept beside it is missing';
  if (last.seq < head.seq) return `lines ${last.seq + 1} to ${head.seq} are missing at its end`;
  return last.seq === head.seq && last.hash !== head.hash ? `line ${last.seq} was changed` : undefined;
}

/** The last whole line, in the file that is written or in the one before it; read from its end. */
async function lastLink(file: string): Promise<Link> {
  for (const name of (await filesOfRecord(file)).reverse()) {
    const line = (await tailOf(name)).toString('utf8').trimEnd().split('\n').at(-1) ?? '';
    const { seq } = linkIn(line);
    if (seq !== undefined) return { seq, hash: hashOf(line) };
  }
  return beginning;
}

/** Byte for byte: a character may have been cut in the middle. */
async function setAsideTornLine(file: string): Promise<string> {
  const tail = await tailOf(file);
  const torn = tail.subarray(tail.lastIndexOf(0x0a) + 1);
  if (torn.length === 0) return '';
  await fs.appendFile(`${file}.torn`, Buffer.concat([torn, Buffer.from('\n')]), { mode: 0o600 });
  const { size } = await fs.stat(file);
  await fs.truncate(file, size - torn.length);
  return torn.toString('utf8');
}

const tailBytes = 512 * 1024;

/** The end of the file, more than the longest line. Makes the file where there is none. */
async function tailOf(file: string): Promise<Buffer> {
  const handle = await fs.open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
