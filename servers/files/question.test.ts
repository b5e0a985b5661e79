import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import type { Sighting } from './look.ts';
import { questionAbout } from './question.ts';

const sighting = (given: string, path: string, links = 1): Sighting => ({
  given,
  path,
  parent: posix.dirname(path),
  name: posix.basename(path),
  directory: { dev: 1n, ino: 1n },
  identity: { dev: 1n, ino: 2n, size: 2345n, mtimeNs: 0n, ctimeNs: 0n },
  size: 2345,
  modified: new Date(2026, 9, 5, 14, 30).getTime(),
  links,
});

const first = (given: string) => `Confirm deletion of ${given} (2.3 KB, modified 2026-10-05 14:30)`;

it.each([
  ['notes.txt', '/t/notes.txt', ['/t']],
  ['a/notes.txt', '/t/a/notes.txt', ['/t']],
  ['etc/x', '/etc/x', ['/']],
  ['/t/notes.txt', '/t/notes.txt', ['/t', '/u']],
])('%s in one line, when it says which file it is', (given, path, directories) => {
  expect(questionAbout(sighting(given, path), directories, posix).message).toBe(first(given));
});

it.each([
  ['link/notes.txt', '/t/a/notes.txt', ['/t']],
  ['../t/notes.txt', '/t/notes.txt', ['/t']],
  ['notes.txt', '/t/notes.txt', ['/t', '/u']],
  ['/t/link/notes.txt', '/t/a/notes.txt', ['/t']],
])('%s with its real path, when that differs', (given, path, directories) => {
  const { message } = questionAbout(sighting(given, path), directories, posix);
  expect(message).toBe(`${first(given)}\nIts real path: ${path}`);
});

it('understands slashes on Windows', () => {
  const { message } = questionAbout(sighting('a/notes.txt', 'C:\\t\\a\\notes.txt'), ['C:\\t'], win32);
  expect(message).toBe(first('a/notes.txt'));
});

it('says that a file has other names', () => {
  const { message } = questionAbout(sighting('notes.txt', '/t/notes.txt', 3), ['/t'], posix);
  expect(message).toBe(`${first('notes.txt')}\nIt has 3 names (hard links); only this one is removed.`);
});

it('lets no name on the disk add a line of its own', () => {
  const { message } = questionAbout(sighting('link/x', '/t/a\nb/x'), ['/t'], posix);
  expect(message.split('\n')).toHaveLength(2);
});
