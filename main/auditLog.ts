/**
 * The record: appended, signed and flushed before what it tells of goes ahead. Whoever awaits `record` may act when it
 * resolves and must not when it rejects: no record, no deed. `core/auditChain.ts` says what a line holds.
 */
import fs from 'node:fs/promises';
import type { AuditEvent } from '../core/audit.ts';
import {
  beginning,
  chainedLine,
  type Digests,
  type Head,
  hashOf,
  headOf,
  type Link,
  linkIn,
  signatureOf,
  signedLine,
} from '../core/auditChain.ts';
import { limits } from '../core/limits.ts';
import { filesOfRecord, readHead, rotatedName, writeHead } from './auditFiles.ts';
import type { AuditKey } from './auditKey.ts';

export type AuditPlaces = { audit: string; auditHead: string };

type Waiting = {
  /** A line, or the digests of a file that the head keeps. */
  what: { event: AuditEvent } | { file: string; digests: readonly string[] };
  resolve: () => void;
  reject: (error: unknown) => void;
};

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
    private accepted: Digests,
  ) {}

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
    const lines = await lastLines(places.audit);
    const last = lines.at(-1) ?? beginning;
    const head = await readHead(places.auditHead).catch(() => 'unreadable' as const);
    const notOurs = problemWithHead(lines, head, key);
    const problem = notOurs ?? problemAtStart(last, head);
    const handle = await fs.open(places.audit, 'a', 0o600);
    // A head that is not ours says nothing of what was accepted.
    const accepted = notOurs === undefined ? ((head as Head)?.accepted ?? {}) : {};
    const log = new AuditLog(places, key, now, maxBytes, handle, last, accepted);
    log.#size = (await handle.stat()).size;
    log.#first = (await firstNumberIn(places.audit)) ?? last.seq + 1;
    if (torn !== '') await log.record({ event: 'torn line set aside', characters: torn.length });
    if (problem === undefined) return { log };
    await log.record({ event: 'record does not hold', why: problem });
    return { log, problem };
  }

  /** Resolves once the line is on disk; lines keep the order of the calls. Rejects with the system's error. */
  record(event: AuditEvent): Promise<void> {
    return this.#write({ event });
  }

  /** Digests of the named file as it was accepted; none where nothing was, or where the head was not ours. */
  digestsOf(file: string): readonly string[] {
    return this.accepted[file] ?? [];
  }

  /** Resolves once the head keeps them. */
  keepDigests(file: string, digests: readonly string[]): Promise<void> {
    return this.#write({ file, digests });
  }

  #write(what: Waiting['what']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ what, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** What came while the last lines were being written goes out together, under one signature. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#writeAll(batch.map(({ what }) => what));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#flushing = undefined;
  }

  async #writeAll(batch: readonly Waiting['what'][]): Promise<void> {
    const events = batch.flatMap((what) => ('event' in what ? [what.event] : []));
    const digests = batch.flatMap((what) => ('file' in what ? [[what.file, what.digests] as const] : []));
    const { text, link } = this.#chained(events);
    const accepted = { ...this.accepted, ...Object.fromEntries(digests) };
    const before = this.#size;
    await this.#append(text);
    try {
      await writeHead(this.places.auditHead, headOf(link, accepted, this.key.sign));
    } catch (error) {
      // The head would stay behind, as if somebody had put an earlier one there.
      await this.#takeBack(before);
      throw error;
    }
    this.last = link;
    this.accepted = accepted;
    if (this.#size >= this.maxBytes) await this.#rotate();
  }

  /** One signature for all of them, on the last. */
  #chained(events: readonly AuditEvent[]): { text: string; link: Link } {
    let link = this.last;
    const lines = events.map((event, index) => {
      const text = chainedLine(event, this.now(), link);
      const line = index === events.length - 1 ? signedLine(text, this.key.sign) : text;
      link = { seq: link.seq + 1, hash: hashOf(line) };
      return `${line}\n`;
    });
    return { text: lines.join(''), link };
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
      await this.#takeBack(size);
      throw error;
    }
  }

  async #takeBack(size: number): Promise<void> {
    await fs.truncate(this.places.audit, size).catch(() => undefined);
    this.#size = size;
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

function problemAtStart(last: Link, head: Head | undefined | 'unreadable'): string | undefined {
  if (head === 'unreadable') return 'the head that is kept beside it cannot be read';
  if (head === undefined) return last.seq === 0 ? undefined : 'the head that is kept beside it is missing';
  if (last.seq < head.seq) return `lines ${last.seq + 1} to ${head.seq} are missing at its end`;
  return last.seq === head.seq && last.hash !== head.hash ? `line ${last.seq} was changed` : undefined;
}

/** Is the head one that we wrote last? More than one flush beyond it, and an earlier one was put there. */
function problemWithHead(
  lines: readonly LastLine[],
  head: Head | undefined | 'unreadable',
  key: Pick<AuditKey, 'sign'>,
): string | undefined {
  if (head === undefined || head === 'unreadable') return undefined;
  if (headOf(head, head.accepted, key.sign).sig !== head.sig)
    return 'the head that is kept beside it was changed';
  const flushesAfter = lines.filter(({ seq, signed }) => signed && seq > head.seq).length;
  return flushesAfter <= 1 ? undefined : 'the head that is kept beside it is an earlier one';
}

type LastLine = Link & { signed: boolean };

/** The last whole lines, read from the end; of two files, since the record may just have gone on in a new one. */
async function lastLines(file: string): Promise<LastLine[]> {
  const found: LastLine[] = [];
  for (const name of (await filesOfRecord(file)).slice(-2))
    for (const line of (await tailOf(name)).toString('utf8').split('\n')) {
      const { seq } = linkIn(line);
      if (seq !== undefined) found.push({ seq, hash: hashOf(line), signed: signatureOf(line) !== undefined });
    }
  return found;
}

async function firstNumberIn(file: string): Promise<number | undefined> {
  const handle = await fs.open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, 0);
    return linkIn(buffer.subarray(0, bytesRead).toString('utf8').split('\n')[0] ?? '').seq;
  } finally {
    await handle.close();
  }
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
