/** `servers.json` on the disk: read anew before each change, one change at a time, written by rename for its owner alone. */
import fs from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { readJson } from './jsonFile.ts';

const byteOrderMark = '\uFEFF';

export class ServersFile {
  #changed: Promise<void> = Promise.resolve();

  constructor(readonly place: string) {}

  /** Resolves when it is written. Rejects, and leaves it as it is, where it cannot be read now. */
  change(how: (text: string) => string): Promise<void> {
    const changed = this.#changed.then(() => this.#change(how));
    this.#changed = changed.catch(() => undefined);
    return changed;
  }

  async #change(how: (text: string) => string): Promise<void> {
    const read = await readJson(this.place);
    if (read.kind === 'broken')
      throw new Error(
        `${this.place} cannot be read (${read.message}), so nothing was changed. Correct it first.`,
      );
    const text =
      read.kind === 'absent' ? '{\n  "mcpServers": {}\n}\n' : await fs.readFile(this.place, 'utf8');
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    await writeFileAtomic(this.place, `${mark}${how(text.slice(mark.length))}`, { mode: 0o600 });
  }
}
