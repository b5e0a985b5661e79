import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { confirm, connect } from './testing/connect.ts';
import { type Folder, makeFolder } from './testing/folder.ts';

const capabilities = { elicitation: {}, roots: { listChanged: true } };
const rootsOf = (...paths: string[]) => ({ roots: paths.map((path) => ({ uri: pathToFileURL(path).href })) });

function folderWithSub() {
  const folder = makeFolder();
  mkdirSync(join(folder.allowed, 'sub'));
  writeFileSync(join(folder.allowed, 'sub', 'deep.txt'), 'deep');
  return folder;
}

describe('the roots of a client', () => {
  const cases: [string, (folder: Folder) => unknown, string[]][] = [
    ['narrower: only what is in them', ({ allowed }) => rootsOf(join(allowed, 'sub')), ['deep.txt']],
    ['wider: no more than is allowed', ({ base }) => rootsOf(base, '/'), ['notes.txt', 'deep.txt']],
    ['outside: nothing', ({ outside }) => rootsOf(outside), []],
    ['nowhere: nothing', ({ allowed }) => rootsOf(join(allowed, 'gone')), []],
    ['none: nothing', () => ({ roots: [] }), []],
    [
      'one nowhere, one inside: the latter',
      ({ base, allowed }) => rootsOf(join(base, 'gone'), allowed),
      ['notes.txt', 'deep.txt'],
    ],
    ['not files: nothing', () => ({ roots: [{ uri: 'https://example.org/' }, null, 7] }), []],
    ['not a list: nothing', () => ({ roots: 'all' }), []],
    ['an error: nothing', () => Promise.reject(new Error('no')), []],
  ];

  it.each(cases)('%s', async (_title, answer, readable) => {
    const folder = folderWithSub();
    const { call } = await connect(folder, () => confirm(), { capabilities, roots: () => answer(folder) });
    const paths = { 'notes.txt': folder.notes, 'deep.txt': join(folder.allowed, 'sub', 'deep.txt') };
    for (const [name, filepath] of Object.entries(paths)) {
      expect(await call('read_text_file', { filepath })).toMatchObject({ isError: !readable.includes(name) });
    }
    const secret = join(folder.outside, 'secret.txt');
    expect(await call('read_text_file', { filepath: secret })).toMatchObject({ isError: true });
  });

  it('through a link count as what they lead to', async () => {
    const folder = folderWithSub();
    const link = join(folder.base, 'link');
    symlinkSync(folder.outside, link);
    const { call } = await connect(folder, () => confirm(), { capabilities, roots: () => rootsOf(link) });
    expect(await call('list_directory')).toMatchObject({ isError: true });
  });

  it('are not asked for by a client that has none, and narrow nothing then', async () => {
    const folder = makeFolder();
    const roots = vi.fn();
    const { remove } = await connect(folder, () => confirm(), { roots });
    expect(await remove()).toMatchObject({ isError: false });
    expect(roots).not.toHaveBeenCalled();
  });

  it('are asked for when they are needed, and again after they changed', async () => {
    const folder = folderWithSub();
    let root = folder.allowed;
    const roots = vi.fn(() => rootsOf(root));
    const { call, client } = await connect(folder, () => confirm(), { capabilities, roots });
    expect(roots).not.toHaveBeenCalled();
    await call('file_info', { filepath: 'notes.txt' });
    await call('file_info', { filepath: 'notes.txt' });
    expect(roots).toHaveBeenCalledTimes(1);

    root = join(folder.allowed, 'sub');
    await client.sendRootsListChanged();
    expect(await call('file_info', { filepath: folder.notes })).toMatchObject({ isError: true });
    expect(await call('file_info', { filepath: 'deep.txt' })).toMatchObject({ isError: false });
    expect(roots).toHaveBeenCalledTimes(2);
  });

  it.each([true, false])(
    'that change while the person reads hold for the deed (said so: %s)',
    async (listChanged) => {
      const folder = folderWithSub();
      let root = folder.allowed;
      const connection = await connect(
        folder,
        async () => {
          root = join(folder.allowed, 'sub');
          if (listChanged) await connection.client.sendRootsListChanged();
          return confirm();
        },
        {
          capabilities: { elicitation: {}, roots: listChanged ? { listChanged } : {} },
          roots: () => rootsOf(root),
        },
      );
      expect(await connection.remove()).toEqual({
        text: 'notes.txt is no longer inside the allowed directories',
        isError: true,
      });
      expect(folder.names()).toEqual(['notes.txt', 'sub']);
      expect(folder.lastAudit()).toMatchObject({ outcome: 'refused' });
    },
  );
});
