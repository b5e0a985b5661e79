import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileInfo } from './fileInfo.ts';
import { listAt, listDirectory, mostEntries } from './listDirectory.ts';
import { mostBytes, readAt, readTextFile } from './readTextFile.ts';
import { makeFolder } from './testing/folder.ts';

describe('list_directory', () => {
  it('names what is there, sorted, with kinds and sizes', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder.allowed, 'sub'));
    symlinkSync(folder.outside, join(folder.allowed, 'link'));
    writeFileSync(join(folder.allowed, 'B.txt'), 'x'.repeat(2345));
    const lines = [
      `${folder.allowed}:`,
      '[file] B.txt (2.3 KB)',
      '[link] link',
      '[file] notes.txt (9 bytes)',
      '[directory] sub',
    ];
    for (const given of [undefined, '.', folder.allowed]) {
      expect(await listDirectory(given, [folder.allowed])).toEqual({
        text: lines.join('\n'),
        isError: false,
      });
    }
    expect(await listDirectory('sub', [folder.allowed])).toMatchObject({
      text: expect.stringMatching(/\n\(empty\)$/),
    });
  });

  it('names the directories themselves when there are several', async () => {
    const { allowed, outside } = makeFolder();
    const text = `Allowed directories:\n${allowed}\n${outside}`;
    expect(await listDirectory(undefined, [allowed, outside])).toEqual({ text, isError: false });
  });

  it('stops somewhere, and says so', async () => {
    const folder = makeFolder();
    for (let number = 0; number < mostEntries + 4; number += 1) {
      writeFileSync(join(folder.outside, `x${number}`), '');
    }
    const { text } = await listDirectory('.', [folder.outside]);
    expect(text.split('\n')).toHaveLength(mostEntries + 2);
    expect(text).toMatch(/\n… and 5 more, not shown$/);
  });

  it.skipIf(process.platform === 'win32')('keeps a name on one line', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder.allowed, 'a\n[file] b'), '');
    const { text } = await listDirectory('.', [folder.allowed]);
    expect(text).toContain('[file] a\\u{a}[file] b (0 bytes)');
  });

  it('lists no file, and nothing behind a link that leads out', async () => {
    const folder = makeFolder();
    symlinkSync(folder.outside, join(folder.allowed, 'link'));
    expect(await listDirectory('notes.txt', [folder.allowed])).toMatchObject({ isError: true });
    expect(await listDirectory('link', [folder.allowed])).toMatchObject({ isError: true });
  });
});

describe('read_text_file', () => {
  it('returns the whole text', async () => {
    const folder = makeFolder();
    writeFileSync(folder.notes, 'Grüße 🙂\n');
    expect(await readTextFile('notes.txt', [folder.allowed])).toEqual({ text: 'Grüße 🙂\n', isError: false });
    writeFileSync(folder.notes, '');
    expect(await readTextFile('notes.txt', [folder.allowed])).toEqual({ text: '', isError: false });
  });

  it('takes 1 MiB and no more', async () => {
    const folder = makeFolder();
    writeFileSync(folder.notes, 'x'.repeat(mostBytes));
    expect(await readTextFile('notes.txt', [folder.allowed])).toMatchObject({ isError: false });
    writeFileSync(folder.notes, 'x'.repeat(mostBytes + 1));
    const text = 'notes.txt is too large to read (1.0 MB; at most 1 MiB)';
    expect(await readTextFile('notes.txt', [folder.allowed])).toEqual({ text, isError: true });
  });

  it.each([
    ['Latin-1', Buffer.from([0x47, 0xfc])],
    ['a cut-off character', Buffer.from([0xe2, 0x82])],
    ['binary', Buffer.from([0x41, 0x00])],
  ])('takes no %s for text', async (_what, bytes) => {
    const folder = makeFolder();
    writeFileSync(folder.notes, bytes);
    expect(await readTextFile('notes.txt', [folder.allowed])).toEqual({
      text: 'notes.txt is not UTF-8 text',
      isError: true,
    });
  });

  it('follows a link inside, and none that leads out', async () => {
    const folder = makeFolder();
    symlinkSync(folder.notes, join(folder.allowed, 'inner'));
    symlinkSync(join(folder.outside, 'secret.txt'), join(folder.allowed, 'outer'));
    expect(await readTextFile('inner', [folder.allowed])).toEqual({ text: 'the notes', isError: false });
    expect(await readTextFile('outer', [folder.allowed])).toMatchObject({ isError: true });
  });

  it('takes no directory, and says when there is nothing', async () => {
    const folder = makeFolder();
    expect(await readTextFile('.', [folder.allowed])).toEqual({
      text: '. is not a regular file',
      isError: true,
    });
    expect(await readTextFile('x', [folder.allowed])).toEqual({ text: 'x does not exist', isError: true });
    expect(await readTextFile('notes.txt/x', [folder.allowed])).toEqual({
      text: 'notes.txt/x cannot be reached: a part of its path is not a directory',
      isError: true,
    });
  });

  it.skipIf(process.platform === 'win32')('does not wait at a pipe', async () => {
    const folder = makeFolder();
    execFileSync('mkfifo', [join(folder.allowed, 'pipe')]);
    expect(await readTextFile('pipe', [folder.allowed])).toEqual({
      text: 'pipe is not a regular file',
      isError: true,
    });
  });
});

describe('file_info', () => {
  it('tells kind, size and times', async () => {
    const folder = makeFolder();
    const time = new Date(2026, 9, 5, 14, 30);
    writeFileSync(folder.notes, 'x'.repeat(2345));
    utimesSync(folder.notes, time, time);
    const { text } = await fileInfo('notes.txt', [folder.allowed]);
    expect(text.split('\n')).toEqual([
      `path: ${folder.notes}`,
      'kind: file',
      'size: 2.3 KB (2345 bytes)',
      'modified: 2026-10-05 14:30',
      expect.stringMatching(/^created: \d{4}-\d\d-\d\d \d\d:\d\d$/),
    ]);
  });

  it.each([
    ['link', 'kind: link'],
    ['.', 'kind: directory'],
  ])('%s: %s', async (given, kind) => {
    const folder = makeFolder();
    symlinkSync(folder.outside, join(folder.allowed, 'link'));
    const { text, isError } = await fileInfo(given, [folder.allowed]);
    expect([text.split('\n')[1], isError]).toEqual([kind, false]);
  });
});

it('a directory that is swapped for a link after it was judged gives nothing away', async () => {
  const folder = makeFolder();
  symlinkSync(folder.outside, join(folder.allowed, 'sub'));
  const text = 'x changed while it was opened';
  expect(await readAt('x', join(folder.allowed, 'sub', 'secret.txt'))).toEqual({ text, isError: true });
  expect(await listAt(join(folder.allowed, 'sub'))).toEqual({
    text: 'The directory changed while it was listed',
    isError: true,
  });
});
