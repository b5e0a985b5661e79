/**
 * A client's roots are a request, not a wall: they can only narrow what the server was started with. A root that is
 * wider, elsewhere or not a local file adds nothing.
 */
import type { PlatformPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside, pathProblem } from './pathRules.ts';

/** The local path that a root names; undefined for another scheme, another host, or anything malformed. */
export function rootPath(root: unknown, style: PlatformPath): string | undefined {
  const uri = typeof root === 'object' && root !== null && 'uri' in root ? root.uri : undefined;
  if (typeof uri !== 'string' || !/^file:\/\//iu.test(uri)) return undefined;
  try {
    const path = fileURLToPath(uri, { windows: style.sep === '\\' });
    return pathProblem(path, style) === undefined ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Real paths in, real paths out: where the allowed directories and the roots overlap, in the allowed ones' order. */
export function narrow(allowed: readonly string[], roots: readonly string[], style: PlatformPath): string[] {
  const overlaps = allowed.flatMap((directory) => roots.flatMap((root) => overlap(directory, root, style)));
  return [...new Set(overlaps)];
}

function overlap(directory: string, root: string, style: PlatformPath): string[] {
  if (isInside(directory, root, style)) return [root];
  return isInside(root, directory, style) ? [directory] : [];
}
