import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { narrow, rootPath } from './roots.ts';

describe('rootPath', () => {
  it.each([
    ['file:///t/data', '/t/data'],
    ['file:///t/a%20b', '/t/a b'],
    ['file://localhost/t/data', '/t/data'],
  ])('reads %s', (uri, path) => {
    expect(rootPath({ uri, name: 'x' }, posix)).toBe(path);
  });

  it('reads a drive on Windows', () => {
    expect(rootPath({ uri: 'file:///C:/data' }, win32)).toBe('C:\\data');
  });

  it.each([
    { uri: 'https://example.org/' },
    { uri: 'file://server/share' },
    { uri: 'file:///t/a%2Fb' },
    { uri: 'file:///t/a%00b' },
    { uri: '/t/data' },
    { uri: 7 },
    {},
    null,
    'file:///t',
  ])('takes nothing from %j', (root) => {
    expect(rootPath(root, posix)).toBeUndefined();
  });
});

describe('narrow', () => {
  it.each([
    { name: 'narrower', roots: ['/t/data/sub'], left: ['/t/data/sub'] },
    { name: 'wider', roots: ['/t'], left: ['/t/data', '/t/more'] },
    { name: 'the whole disk', roots: ['/'], left: ['/t/data', '/t/more'] },
    { name: 'outside', roots: ['/etc'], left: [] },
    { name: 'a neighbour with the same beginning', roots: ['/t/data-evil'], left: [] },
    { name: 'one in, one out', roots: ['/etc', '/t/more'], left: ['/t/more'] },
    { name: 'twice the same', roots: ['/t/more', '/t/more'], left: ['/t/more'] },
    { name: 'none', roots: [], left: [] },
  ])('a root that is $name leaves $left', ({ roots, left }) => {
    expect(narrow(['/t/data', '/t/more'], roots, posix)).toEqual(left);
  });
});
