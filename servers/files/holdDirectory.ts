/**
 * Holds the directory of a file while it is deleted. Guards against a directory that is swapped for a link between the
 * check and the move: names are then resolved in the directory that was checked, not along a path that leads
 * elsewhere by now.
 */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { parse } from 'node:path';
import { type DirectoryIdentity, isSameInode } from './identity.ts';
import { errorCode } from './osError.ts';

export type Held = {
  /** A path to this name in the held directory, good until release. */
  at: (name: string) => string;
  release: () => void;
};

/** `parent` is a real path. Undefined: another directory than the one that was seen is there now, or none. */
export type Hold = (parent: string, seen: DirectoryIdentity) => Held | undefined;

/** Linux: a path through the open descriptor goes to that directory, wherever it is moved. */
export const holdByDescriptor: Hold = (parent, seen) => {
  const descriptor = openIfThere(parent);
  if (descriptor === undefined) return undefined;
  const here = `/proc/self/fd/${descriptor}`;
  if (!isSameInode(seen, fstatSync(descriptor, { bigint: true })) || readlinkSync(here) !== parent) {
    closeSync(descriptor);
    return undefined;
  }
  return { at: (name) => `${here}/${name}`, release: () => closeSync(descriptor) };
};

function openIfThere(parent: string): number | undefined {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  return unlessGone(() => openSync(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
}

/**
 * Elsewhere: the working directory. It belongs to the whole process, so nothing may run in between: whoever holds
 * works with synchronous calls and releases in the same turn, and every other path of this server is absolute.
 */
export const holdByWorkingDirectory: Hold = (parent, seen) => {
  const before = workingDirectory();
  let entered = false;
  try {
    entered = unlessGone(() => enter(parent, seen)) ?? false;
  } finally {
    if (!entered) goBack(before);
  }
  return entered ? { at: (name) => `./${name}`, release: () => goBack(before) } : undefined;
};

function enter(parent: string, seen: DirectoryIdentity): boolean {
  process.chdir(parent);
  return isSameInode(seen, lstatSync('.', { bigint: true })) && process.cwd() === parent;
}

/** The directory that the process was started in may be gone by now; nothing depends on it. */
function goBack(before: string | undefined): void {
  try {
    process.chdir(before ?? root);
  } catch {
    process.chdir(root);
  }
}

const root = parse(process.execPath).root;

const workingDirectory = (): string | undefined => unlessGone(() => process.cwd());

function unlessGone<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** The better of the two that this system has. */
export const holdDirectory: Hold = (parent, seen) =>
  process.platform === 'linux' && existsSync('/proc/self/fd')
    ? holdByDescriptor(parent, seen)
    : holdByWorkingDirectory(parent, seen);
