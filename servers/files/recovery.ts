/** What to do with a deletion that a crash cut short, by what its directory holds now. */
import type { Finding, IdentityText } from './identity.ts';
import { isSameInode } from './identity.ts';

export type Remains = {
  /** What stands under the file's own name, under the name it was moved to, and which backup name is the same file. */
  name: Finding | undefined;
  aside: Finding | undefined;
  backup: string | undefined;
};

export type Step =
  /** Back to its own name: nobody was told that it was deleted. */
  | { kind: 'restore' }
  /** It has its own name, or its backup name, already; only the other one is left over. */
  | { kind: 'drop aside'; outcome: 'restored' | 'deleted'; backup?: string }
  /** Its name belongs to another file now, which is not overwritten. */
  | { kind: 'leave aside' }
  | { kind: 'nothing'; outcome: 'deleted' | 'not touched' | 'not known'; backup?: string };

export function recoveryStep({ name, aside, backup }: Remains, intended: IdentityText): Step {
  if (aside === undefined) {
    if (backup !== undefined) return { kind: 'nothing', outcome: 'deleted', backup };
    return { kind: 'nothing', outcome: outcomeWithoutTrace(name, intended) };
  }
  if (name !== undefined && isSameInode(name, aside)) return { kind: 'drop aside', outcome: 'restored' };
  if (backup !== undefined) return { kind: 'drop aside', outcome: 'deleted', backup };
  return name === undefined ? { kind: 'restore' } : { kind: 'leave aside' };
}

/** Either it was not moved yet, or it is gone; a file that has its name now may be a new one, or a new edition of it. */
function outcomeWithoutTrace(
  name: Finding | undefined,
  intended: IdentityText,
): 'deleted' | 'not touched' | 'not known' {
  if (name === undefined) return 'deleted';
  return `${name.ino}` === intended.ino ? 'not touched' : 'not known';
}

/** Without the device: its number may be another one after the machine was started again. */
export function isIntended(found: Finding, { ino, size, mtimeNs }: IdentityText): boolean {
  return `${found.ino}` === ino && `${found.size}` === size && `${found.mtimeNs}` === mtimeNs;
}
