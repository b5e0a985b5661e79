/**
 * Which paths can be meant at all, and which lie inside a directory. Paths come from a model, so this stands before
 * the first system call: a name that the system reads in another way than a person does is refused by its text alone.
 * Nothing is touched here; links are dealt with by real paths (`places.ts`).
 */
import type { PlatformPath } from 'node:path';

type Rule = readonly [matches: RegExp, why: string];

const longestPath = 4096;

const anywhere: readonly Rule[] = [
  [/^$/u, 'it is empty'],
  [/\0/u, 'it contains a NUL character'],
  [/[\p{Cc}\u2028\u2029]/u, 'it contains a control character or a line break'],
  [/\p{Cs}/u, 'it is not valid Unicode'],
  [/\p{Bidi_Control}/u, 'it contains characters that change the direction of text'],
  [/^[\\/]{2}/u, 'it names a network share or a device'],
  [/^file:/iu, 'it is an address; give a path'],
  [/^~(?:$|[\\/])/u, '"~" is not expanded; give the whole path'],
];

const onWindows: readonly Rule[] = [
  [/^[a-z]:(?![\\/])/iu, 'it is relative to a drive; give the whole path'],
  [/[<>"|?*]/u, 'it contains a character that Windows does not allow'],
];

const elsewhere: readonly Rule[] = [[/^[a-z]:[\\/]/iu, 'it is a Windows path']];

const deviceName = 'con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\\$|conout\\$';

// "aux.c" and "12:30.log" are ordinary names outside Windows; "aux" and "notes.txt::$DATA" are meant nowhere.
const inSegment: readonly Rule[] = [
  [/[. ]$/u, 'a name in it ends in a dot or a space'],
  [/::|:\$/u, 'it names an alternate stream'],
  [new RegExp(`^(?:${deviceName})$`, 'iu'), 'a name in it is reserved for a device'],
];

const inWindowsSegment: readonly Rule[] = [
  [/:/u, 'it names an alternate stream'],
  [new RegExp(`^(?:${deviceName}) *[.]`, 'iu'), 'a name in it is reserved for a device'],
];

/** Why this path is refused; undefined: it may be looked up. `style` is `path.posix` or `path.win32`. */
export function pathProblem(given: string, style: PlatformPath): string | undefined {
  if (given.length > longestPath) return 'it is too long';
  const windows = style.sep === '\\';
  const whole = [...anywhere, ...(windows ? onWindows : elsewhere)];
  const parts = windows ? [...inSegment, ...inWindowsSegment] : inSegment;
  return (
    firstBroken(given, whole) ?? firstOf(segments(given, windows), (segment) => firstBroken(segment, parts))
  );
}

function segments(given: string, windows: boolean): string[] {
  const names = windows ? given.replace(/^[a-z]:/iu, '').split(/[\\/]/u) : given.split('/');
  return names.filter((name) => name !== '' && name !== '.' && name !== '..');
}

function firstBroken(text: string, rules: readonly Rule[]): string | undefined {
  return rules.find(([matches]) => matches.test(text))?.[1];
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By segments, so "/data-evil" is not inside "/data". A directory is inside itself. Both paths must be absolute. */
export function isInside(directory: string, target: string, style: PlatformPath): boolean {
  const between = style.relative(directory, target);
  if (style.isAbsolute(between)) return false; // another drive
  return between !== '..' && !between.startsWith(`..${style.sep}`);
}

export function isInsideAny(directories: readonly string[], target: string, style: PlatformPath): boolean {
  return directories.some((directory) => isInside(directory, target, style));
}
