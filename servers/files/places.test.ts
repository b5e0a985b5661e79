import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateEntry, locateTarget } from './places.ts';
import { confirm, connect } from './testing/connect.ts';
import { makeFolder } from './testing/folder.ts';

/** allowed/sub/deep.txt, and links that lead inside and outside. */
function linkedFolder() {
  const folder = makeFolder();
  const inside = (name: string) => join(folder.allowed, name);
  mkdirSync(inside('sub'));
  writeFileSync(inside('sub/deep.txt'), 'deep');
  symlinkSync(join(folder.outside, 'secret.txt'), inside('fileLink'));
  symlinkSync(folder.outside, inside('dirLink'));
  symlinkSync(inside('sub'), inside('innerLink'));
  symlinkSync(folder.notes, inside('innerFileLink'));
  symlinkSync(join(folder.base, 'nowhere'), inside('dangling'));
  mkdirSync(`${folder.allowed}-evil`);
  writeFileSync(join(`${folder.allowed}-evil`, 'x'), 'evil');
  return folder;
}

describe('what lies outside is not reached', () => {
  const outside = [
    'dirLink/secret.txt',
    '../outside/secret.txt',
    '../allowed-evil/x',
    'sub/../../outside/secret.txt',
    '../outside/no such file',
    '/etc/passwd',
    '/no/such/file',
    '..',
  ];

  it.each(outside)('by %s', async (given) => {
    const folder = linkedFolder();
    const refused = { ok: false, why: `${given} is outside the allowed directories` };
    expect(await locateEntry(given, [folder.allowed])).toEqual(refused);
    expect(await locateTarget(given, [folder.allowed])).toEqual(refused);
  });

  it('E109: by following a link', async () => {
    const folder = linkedFolder();
    const refused = { ok: false, why: 'fileLink is outside the allowed directories' };
    expect(await locateTarget('fileLink', [folder.allowed])).toEqual(refused);
  });

  it('E111: by its neighbour whose name begins alike', async () => {
    const folder = linkedFolder();
    expect(await locateEntry(`${folder.allowed}-evil/x`, [folder.allowed])).toMatchObject({ ok: false });
  });
});

describe('what lies inside is found at its real path', () => {
  it.each([
    ['notes.txt', 'notes.txt'],
    ['sub/deep.txt', 'sub/deep.txt'],
    ['innerLink/deep.txt', 'sub/deep.txt'],
    ['sub/../notes.txt', 'notes.txt'],
  ])('%s', async (given, real) => {
    const folder = linkedFolder();
    const found = { ok: true, place: { path: join(folder.allowed, real) } };
    expect(await locateEntry(given, [folder.allowed])).toMatchObject(found);
    expect(await locateTarget(join(folder.allowed, given), [folder.allowed])).toMatchObject(found);
  });

  it('in the first directory that has it', async () => {
    const folder = linkedFolder();
    const directories = [folder.outside, folder.allowed];
    expect(await locateEntry('notes.txt', directories)).toMatchObject({ place: { path: folder.notes } });
    expect(await locateEntry('nothing', directories)).toEqual({ ok: false, why: 'nothing does not exist' });
  });

  it('nowhere when nothing is allowed', async () => {
    expect(await locateEntry('notes.txt', [])).toMatchObject({ ok: false });
  });
});

it('a path that cannot be meant is refused with a reason that breaks no line', async () => {
  expect(await locateEntry('a\n\0', ['/'])).toEqual({
    ok: false,
    why: 'The path "a\\u{a}\\u{0}" is refused: it contains a NUL character',
  });
});

describe('delete_file', () => {
  it.each([
    ['sub', 'sub is a directory; only a regular file can be deleted, one at a time'],
    ['.', '. is a directory; only a regular file can be deleted, one at a time'],
    ['notes.txt/', 'notes.txt/ names a directory, but is a file'],
    ['nothing.txt', 'nothing.txt does not exist'],
    ['~/notes.txt', 'The path "~/notes.txt" is refused: "~" is not expanded; give the whole path'],
    ['', 'The path "" is refused: it is empty'],
    ['dirLink/secret.txt', 'dirLink/secret.txt is outside the allowed directories'],
    ...['fileLink', 'dirLink', 'innerLink', 'innerFileLink', 'dangling'].map((link) => [
      link,
      `${link} is a link; only a regular file can be deleted, one at a time, and links are not followed`,
    ]),
  ])('E113: refuses %j before anybody is asked, and records it', async (given, text) => {
    const folder = linkedFolder();
    const before = folder.names();
    const { asked, remove } = await connect(folder, () => confirm({ confirm_name: given }));
    expect(await remove(given)).toEqual({ text, isError: true });
    expect(asked).toEqual([]);
    expect(folder.names()).toEqual(before);
    expect(readFileSync(join(folder.outside, 'secret.txt'), 'utf8')).toBe('the secret');
    expect(folder.audit()).toMatchObject([{ outcome: 'refused', given, text }]);
  });

  it('shows the real path behind a link, and the other names of a file', async () => {
    const folder = linkedFolder();
    linkSync(join(folder.allowed, 'sub/deep.txt'), join(folder.outside, 'another name'));
    const { asked, remove } = await connect(folder, () => confirm({ confirm_name: 'innerLink/deep.txt' }));
    expect(await remove('innerLink/deep.txt')).toMatchObject({ isError: false });
    const [, real, links] = String(asked[0]?.message).split('\n');
    expect(real).toBe(`Its real path: ${join(folder.allowed, 'sub/deep.txt')}`);
    expect(links).toBe('It has 2 names (hard links); only this one is removed.');
    expect(readFileSync(join(folder.outside, 'another name'), 'utf8')).toBe('deep');
  });
});
