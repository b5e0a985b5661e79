/**
 * Values that must not stand in a file: of variables and headers, and tokens. All are kept in one file that the system's key
 * store encrypted; without a key store they are kept in memory alone, until the app ends.
 */
import { z } from 'zod';
import { messageOf } from '../core/json.ts';
import type { KeyStore } from './auditKey.ts';
import { readJson, writeJson } from './jsonFile.ts';

const fileSchema = z.strictObject({ version: z.literal(1), encrypted: z.string() });
const secretsSchema = z.record(z.string(), z.record(z.string(), z.string()));
type Kept = z.infer<typeof secretsSchema>;

export class Secrets {
  #kept: Kept = {};
  #written: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly store: KeyStore,
  ) {}

  /** What cannot be decrypted any more is told, and asked again where it is needed. */
  static async open(file: string, store: KeyStore, tell: (text: string) => void): Promise<Secrets> {
    const secrets = new Secrets(file, store);
    try {
      secrets.#kept = await secrets.#read();
    } catch (error) {
      tell(
        `Values that the key store keeps for your servers could not be read (${messageOf(error)}). You are asked for them again.`,
      );
    }
    return secrets;
  }

  get keptIn(): 'key store' | 'memory' {
    return this.store.isEncryptionAvailable() ? 'key store' : 'memory';
  }

  /** `owner` is a server, by the name that the person gave it, or an issuer of tokens. */
  get(owner: string, name: string): string | undefined {
    const own = this.#of(owner);
    return Object.hasOwn(own, name) ? own[name] : undefined;
  }

  namesOf(owner: string): string[] {
    return Object.keys(this.#of(owner));
  }

  set(owner: string, values: Record<string, string>): Promise<void> {
    return this.#change((kept) => ({ ...kept, [owner]: { ...this.#of(owner), ...values } }));
  }

  /** All of `owner`, or the ones named. */
  forget(owner: string, names?: readonly string[]): Promise<void> {
    return this.#change(({ [owner]: own = {}, ...others }) => {
      const left = Object.entries(own).filter(([name]) => names !== undefined && !names.includes(name));
      return left.length === 0 ? others : { ...others, [owner]: Object.fromEntries(left) };
    });
  }

  #of(owner: string): Record<string, string> {
    return Object.hasOwn(this.#kept, owner) ? (this.#kept[owner] ?? {}) : {};
  }

  /** In memory at once; resolves when it is on the disk too. */
  #change(change: (kept: Kept) => Kept): Promise<void> {
    this.#kept = change(this.#kept);
    const written = this.#written.then(() => this.#write());
    this.#written = written.catch(() => undefined);
    return written;
  }

  async #write(): Promise<void> {
    if (!this.store.isEncryptionAvailable()) return;
    const encrypted = this.store.encryptString(JSON.stringify(this.#kept)).toString('base64');
    await writeJson(this.file, { version: 1, encrypted });
  }

  async #read(): Promise<Kept> {
    const read = await readJson(this.file);
    if (read.kind === 'absent') return {};
    if (read.kind === 'broken') throw new Error(read.message);
    const { encrypted } = fileSchema.parse(read.json);
    if (!this.store.isEncryptionAvailable()) throw new Error('there is no key store now');
    return secretsSchema.parse(JSON.parse(this.store.decryptString(Buffer.from(encrypted, 'base64'))));
  }
}
