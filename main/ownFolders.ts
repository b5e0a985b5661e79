/**
 * The app's own folder is shared with nobody: whoever can write in it, or delete in it, could change what the person
 * accepted. The sample in it is the exception; nothing of the app's lies there.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Places } from './places.ts';

/** Why `folder` may not be shared, in words that follow “it”; undefined where it may. Links are followed. */
export function whyNotShared(folder: string, places: Pick<Places, 'home' | 'sample'>): string | undefined {
  if (!path.isAbsolute(folder)) return 'is no whole path';
  const real = realPath(folder);
  if (real === undefined || !fs.statSync(real).isDirectory()) return 'is no folder that is there';
  return isOwn(real, places) ? 'holds what Countersign itself keeps, or lies in it' : undefined;
}

/** The same for a folder that need not be there. */
export function isOwn(folder: string, { home, sample }: Pick<Places, 'home' | 'sample'>): boolean {
  const real = realOrResolved(folder);
  const ownHome = realOrResolved(home);
  const inSample = isInside(real, realOrResolved(sample));
  return (isInside(real, ownHome) && !inSample) || isInside(ownHome, real);
}

function realPath(folder: string): string | undefined {
  try {
    // The system's own way also finds the spelling that it keeps.
    return fs.realpathSync.native(folder);
  } catch {
    return undefined;
  }
}

const realOrResolved = (folder: string): string => realPath(folder) ?? path.resolve(folder);

/** Both real: is `folder` the other, or in it? */
function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
