import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, pathProblem } from './pathRules.ts';

describe('pathProblem', () => {
  it.each([
    'notes.txt',
    'a/b/../c.txt',
    './notes.txt',
    '.hidden',
    '/data/notes.txt',
    'ünïcödé 文件.txt',
    'a~b.txt',
    'console.txt',
    'two  spaces.txt',
  ])('lets %j be looked up everywhere', (path) => {
    expect([pathProblem(path, posix), pathProblem(path, win32)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['', 'empty'],
    ['a\0b', 'NUL'],
    ['a\nb', 'control'],
    ['a\u0085b', 'control'],
    ['a\u2028b', 'line break'],
    ['a\u202eb', 'direction'],
    ['a\ud800b', 'Unicode'],
    ['x'.repeat(4097), 'too long'],
    ['\\\\server\\share\\x', 'network'],
    ['//server/share/x', 'network'],
    ['\\\\.\\C:', 'device'],
    ['\\\\?\\C:\\x', 'device'],
    ['file:///etc/passwd', 'address'],
    ['~', '~'],
    ['~/notes.txt', '~'],
    ['notes.txt.', 'dot or a space'],
    ['notes.txt ', 'dot or a space'],
    ['a/.../b', 'dot or a space'],
    ['a /b', 'dot or a space'],
    ['notes.txt::$DATA', 'stream'],
    ['a/notes.txt:$x', 'stream'],
    ['NUL', 'device'],
    ['a/con', 'device'],
    ['lpt1', 'device'],
  ])('refuses %j everywhere: %s', (path, why) => {
    expect(pathProblem(path, posix)).toContain(why);
    expect(pathProblem(path, win32)).toContain(why);
  });

  it.each([
    ['aux.c', 'device'],
    ['COM1 .txt', 'device'],
    ['notes.txt:hidden', 'stream'],
    ['C:notes.txt', 'drive'],
    ['a?.txt', 'does not allow'],
    ['a\\b.\\c', 'dot or a space'],
  ])('refuses %j on Windows only: %s', (path, why) => {
    expect(pathProblem(path, posix)).toBeUndefined();
    expect(pathProblem(path, win32)).toContain(why);
  });

  it('takes a drive as the start of a path on Windows, and nowhere else', () => {
    expect(pathProblem('C:\\data\\notes.txt', win32)).toBeUndefined();
    expect(pathProblem('C:\\data\\notes.txt', posix)).toContain('Windows');
  });
});

describe('isInside', () => {
  it.each([
    ['/t/data', '/t/data/x', true],
    ['/t/data', '/t/data', true],
    ['/t/data/', '/t/data/x', true],
    ['/t/data', '/t/data/..x', true],
    ['/', '/etc/x', true],
    ['/t/data', '/t/data-evil/x', false],
    ['/t/data', '/t/data/../data-evil/x', false],
    ['/t/data', '/t', false],
    ['/t/data', '/t/DATA/x', false],
  ])('%s ⊇ %s: %s', (directory, target, inside) => {
    expect(isInside(directory, target, posix)).toBe(inside);
  });

  it.each([
    ['C:\\data', 'C:\\data\\x', true],
    ['C:\\data', 'c:\\DATA\\x', true],
    ['C:\\data', 'C:\\data-evil\\x', false],
    ['C:\\data', 'D:\\data\\x', false],
    ['C:\\', 'C:\\x', true],
  ])('%s ⊇ %s: %s', (directory, target, inside) => {
    expect(isInside(directory, target, win32)).toBe(inside);
  });
});
