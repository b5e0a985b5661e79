/** notes.txt.bak, then notes.txt.bak.1, notes.txt.bak.2 …: the first that is free, and never one that is taken. */
import { type DeedFiles, moveWithoutOverwriting } from './deedFiles.ts';
import type { Held } from './holdDirectory.ts';
import { errorCode } from './osError.ts';

const mostBackups = 1000;

export function* backupNames(name: string): Generator<string> {
  yield `${name}.bak`;
  for (let number = 1; number < mostBackups; number += 1) yield `${name}.bak.${number}`;
}

/** Gives the file that was moved aside its backup name, and says which. EEXIST when none is free. */
export function moveToBackup(files: DeedFiles, held: Held, aside: string, name: string): string {
  let taken: unknown;
  for (const backup of backupNames(name)) {
    try {
      moveWithoutOverwriting(files, held.at(aside), held.at(backup));
      return backup;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      taken = error;
    }
  }
  throw taken;
}
