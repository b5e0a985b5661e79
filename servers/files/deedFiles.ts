/**
 * The few file operations by which a file is deleted. All are synchronous: from the comparison to the last step nothing
 * else of this process runs in between. Given as an object, so that a test can let something happen at each of them.
 */
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import type { Finding } from './identity.ts';
import { errorCode } from './osError.ts';

export type DeedFiles = {
  /** Undefined: there is nothing of that name. Links are not followed. */
  find: (path: string) => Finding | undefined;
  rename: (from: string, to: string) => void;
  link: (from: string, to: string) => void;
  unlink: (path: string) => void;
  /** Makes an empty file or directory; EEXIST if there is anything of that name. */
  reserve: (path: string, kind: Finding['kind']) => void;
  /** Takes back what was reserved. */
  discard: (path: string, kind: Finding['kind']) => void;
};

export const deedFiles: DeedFiles = {
  find: (path) => {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = stat;
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other';
    return { dev, ino, size, mtimeNs, ctimeNs, kind };
  },
  rename: renameSync,
  link: linkSync,
  unlink: unlinkSync,
  reserve: (path, kind) => (kind === 'directory' ? mkdirSync(path) : closeSync(openSync(path, 'wx', 0o600))),
  discard: (path, kind) => (kind === 'directory' ? rmdirSync(path) : unlinkSync(path)),
};

const cannotLink = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'UNKNOWN'];

/**
 * A rename would silently replace what stands at `to`; a link fails with EEXIST. What cannot be linked (on FAT
 * anything, elsewhere directories, and links, which some systems follow here) is moved onto an empty entry of our own.
 */
export function moveWithoutOverwriting(files: DeedFiles, from: string, to: string): void {
  const kind = files.find(from)?.kind ?? 'file';
  if (kind === 'file' && isLinked(files, from, to)) files.unlink(from);
  else moveOntoReserved(files, from, to, kind);
}

function isLinked(files: DeedFiles, from: string, to: string): boolean {
  try {
    files.link(from, to);
    return true;
  } catch (error) {
    if (!cannotLink.includes(errorCode(error) ?? '')) throw error;
    return false;
  }
}

function moveOntoReserved(files: DeedFiles, from: string, to: string, kind: Finding['kind']): void {
  files.reserve(to, kind);
  try {
    files.rename(from, to);
  } catch (error) {
    files.discard(to, kind);
    throw error;
  }
}
