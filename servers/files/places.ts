/**
 * Where a path leads. Guards everything outside the allowed directories: what is compared is the real path, after
 * every link, never the text. Whether something exists outside is not told.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, osErrorText } from './osError.ts';
import { isInsideAny, pathProblem } from './pathRules.ts';
import { printable } from './wording.ts';

export type Place = { path: string; parent: string; name: string };
export type Located = { ok: true; place: Place } | { ok: false; why: string };

type Find = (candidate: string) => Promise<Place>;

/** The entry itself: links are followed up to its parent, and its own last name is not. */
export function locateEntry(given: string, allowed: readonly string[]): Promise<Located> {
  return locate(given, allowed, async (candidate) => {
    const parent = await realpath(path.dirname(candidate));
    return placeAt(path.join(parent, path.basename(candidate)));
  });
}

/** What the path leads to, all links followed. */
export function locateTarget(given: string, allowed: readonly string[]): Promise<Located> {
  return locate(given, allowed, async (candidate) => placeAt(await realpath(candidate)));
}

const placeAt = (real: string): Place => ({
  path: real,
  parent: path.dirname(real),
  name: path.basename(real),
});

/** A relative path belongs to the first of the allowed directories that has it. */
async function locate(given: string, allowed: readonly string[], find: Find): Promise<Located> {
  const problem = pathProblem(given, path);
  if (problem !== undefined) return refusal(`The path ${quoted(given)} is refused: ${problem}`);
  if (allowed.length === 0) return refusal('No directory is allowed: the roots of this client leave none');

  const candidates = path.isAbsolute(given)
    ? [path.resolve(given)]
    : allowed.map((directory) => path.join(directory, given));
  let first: Located | undefined;
  for (const candidate of candidates) {
    const located = await locateOne(given, candidate, allowed, find);
    if (located.ok) return located;
    first ??= located;
  }
  return first ?? refusal(outsideText(given));
}

async function locateOne(
  given: string,
  candidate: string,
  allowed: readonly string[],
  find: Find,
): Promise<Located> {
  let reached = candidate;
  try {
    const place = await find(candidate);
    reached = place.path;
    if (!isInsideAny(allowed, reached, path)) return refusal(outsideText(given));
    await lstat(reached);
    return { ok: true, place };
  } catch (error) {
    if (!isInsideAny(allowed, reached, path)) return refusal(outsideText(given));
    if (errorCode(error) === 'ENOENT') return refusal(`${given} does not exist`);
    return refusal(`${given} cannot be reached: ${osErrorText(error)}`);
  }
}

const refusal = (why: string): Located => ({ ok: false, why });
const outsideText = (given: string): string => `${given} is outside the allowed directories`;
const quoted = (given: string): string => `"${printable(given, 100)}"`;
