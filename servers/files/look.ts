/** What is about to be destroyed, as it is before the person is asked. Plain values, so that they can be kept. */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DirectoryIdentity, Identity } from './identity.ts';
import { modifiedMs } from './identity.ts';
import { osErrorText } from './osError.ts';
import { locateEntry, type Place } from './places.ts';

export type Sighting = Place & {
  given: string;
  directory: DirectoryIdentity;
  identity: Identity;
  size: number;
  /** Milliseconds. */
  modified: number;
  /** How many names the file has. */
  links: number;
};

export type Looked = { ok: true; sighting: Sighting } | { ok: false; why: string };

/** Only one regular file at a time: no directory, no link (it would delete something else than it shows), no device. */
export async function lookAtFile(given: string, allowed: readonly string[]): Promise<Looked> {
  const located = await locateEntry(given, allowed);
  if (!located.ok) return located;
  try {
    return await sightingOf(given, located.place);
  } catch (error) {
    return { ok: false, why: `${given} cannot be read: ${osErrorText(error)}` };
  }
}

async function sightingOf(given: string, place: Place): Promise<Looked> {
  const entry = await lstat(place.path, { bigint: true });
  if (!entry.isFile()) return { ok: false, why: notAFile(given, entry) };
  if (/[\\/]$/u.test(given)) return { ok: false, why: `${given} names a directory, but is a file` };

  // On a disk that ignores case the name may be spelled otherwise than it is; what is shown and moved is the real one.
  const real = await realpath(place.path);
  if (path.dirname(real) !== place.parent)
    return { ok: false, why: `${given} changed while it was looked at` };
  const { dev, ino } = await lstat(place.parent, { bigint: true });
  return {
    ok: true,
    sighting: {
      given,
      path: real,
      parent: place.parent,
      name: path.basename(real),
      directory: { dev, ino },
      identity: entry,
      size: Number(entry.size),
      modified: modifiedMs(entry),
      links: Number(entry.nlink),
    },
  };
}

function notAFile(given: string, entry: { isDirectory(): boolean; isSymbolicLink(): boolean }): string {
  const only = 'only a regular file can be deleted, one at a time';
  if (entry.isDirectory()) return `${given} is a directory; ${only}`;
  if (entry.isSymbolicLink()) return `${given} is a link; ${only}, and links are not followed`;
  return `${given} is not a regular file; ${only}`;
}
