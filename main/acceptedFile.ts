/**
 * A file of what the person accepted. What it says counts only as this app wrote it last: the head of the record, which is
 * signed, keeps its digest. So neither another content nor an earlier copy of the file loosens anything.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** What the head keeps of a file, by its name. */
export type KeptDigests = {
  digestsOf(file: string): readonly string[];
  /** Rejects when it cannot be written. */
  keepDigests(file: string, digests: readonly string[]): Promise<void>;
};

/** `json` as it was written last; `lost` where something else wrote or removed it, or it cannot be read. */
export type Accepted = { kind: 'nothing yet' } | { kind: 'accepted'; json: unknown } | { kind: 'lost' };

export class AcceptedFile {
  readonly #name: string;
  #written: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly kept: KeptDigests,
  ) {
    this.#name = path.basename(file);
  }

  async read(): Promise<Accepted> {
    const text = await fs.readFile(this.file, 'utf8').catch(absent);
    const digests = this.kept.digestsOf(this.#name);
    const mayBeAbsent = digests.length === 0 || digests.includes(none);
    if (text === undefined) return { kind: mayBeAbsent ? 'nothing yet' : 'lost' };
    if (!digests.includes(digestOf(text))) return { kind: 'lost' };
    // A stop while it was written leaves two; from now on there is one.
    if (digests.length > 1) await this.kept.keepDigests(this.#name, [digestOf(text)]);
    return { kind: 'accepted', json: JSON.parse(text) };
  }

  /** One after the other. Rejects with the system's error; then what was accepted before still is. */
  write(json: unknown): Promise<void> {
    const written = this.#written.then(() => this.#write(`${JSON.stringify(json, undefined, 2)}\n`));
    this.#written = written.catch(() => undefined);
    return written;
  }

  /** From now on nothing was accepted. */
  giveUp(): Promise<void> {
    return this.kept.keepDigests(this.#name, []);
  }

  async #write(text: string): Promise<void> {
    const [before = none] = this.kept.digestsOf(this.#name);
    // Both count until it is there, whenever the app stops.
    await this.kept.keepDigests(this.#name, [before, digestOf(text)]);
    await writeFileAtomic(this.file, text, { mode: 0o600 });
    await this.kept.keepDigests(this.#name, [digestOf(text)]);
  }
}

/** Stands for a file that is not there. */
const none = '';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What cannot be read is not what was written. */
const absent = (error: NodeJS.ErrnoException): string | undefined =>
  error.code === 'ENOENT' ? undefined : `unreadable: ${error.code}`;
