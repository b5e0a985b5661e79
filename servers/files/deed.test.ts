import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeedFiles, deedFiles } from './deedFiles.ts';
import { type Hold, holdByDescriptor, holdByWorkingDirectory } from './holdDirectory.ts';
import { confirm, connect } from './testing/connect.ts';
import { type Folder, makeFolder } from './testing/folder.ts';
import { meddling } from './testing/meddling.ts';

const holds: [string, Hold][] = [['by its working directory', holdByWorkingDirectory]];
if (process.platform === 'linux') holds.push(['by a descriptor', holdByDescriptor]);

const changed = (detail: string) => ({
  text: expect.stringMatching(
    new RegExp(`^notes\\.txt changed after you were asked \\(${detail}\\); nothing was deleted$`),
  ),
  isError: true,
});
const state = '\\d+ bytes, modified \\d\\d:\\d\\d';

describe('while the person was reading', () => {
  const inTheMeantime = async (happen: (folder: Folder) => void, over = {}) => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => {
      happen(folder);
      return confirm(over);
    });
    return { folder, told: await remove() };
  };

  it('a file that changed while the person was reading is not deleted (server)', async () => {
    const folder = makeFolder();
    const at = (minute: number) => new Date(2026, 9, 5, 14, minute);
    writeFileSync(folder.notes, 'x'.repeat(2345));
    utimesSync(folder.notes, at(30), at(30));
    const { remove } = await connect(folder, () => {
      writeFileSync(folder.notes, 'y'.repeat(2400));
      utimesSync(folder.notes, at(31), at(31));
      return confirm();
    });
    const text =
      'notes.txt changed after you were asked (2.3 KB, modified 14:30 → 2.4 KB, modified 14:31); nothing was deleted';
    expect(await remove()).toEqual({ text, isError: true });
    expect(readFileSync(folder.notes, 'utf8')).toBe('y'.repeat(2400));
    expect(folder.audit()).toMatchObject([
      { event: 'ended', outcome: 'changed', reason: 'no longer needed', text },
    ]);
  });

  it('a file of the same size whose time was set back is not deleted', async () => {
    const { folder, told } = await inTheMeantime(({ notes }) => {
      const { atime, mtime } = lstatSync(notes);
      writeFileSync(notes, 'THE NOTES');
      utimesSync(notes, atime, mtime);
    });
    expect(told).toEqual(changed(`${state} → .*`));
    expect(readFileSync(folder.notes, 'utf8')).toBe('THE NOTES');
  });

  it('only ctime tells a rewritten file from itself, to the nanosecond', async () => {
    const whole = new Date(2026, 9, 5, 14, 30);
    const folder = makeFolder();
    utimesSync(folder.notes, whole, whole);
    const { remove } = await connect(folder, () => {
      writeFileSync(folder.notes, 'THE NOTES');
      utimesSync(folder.notes, whole, whole);
      return confirm();
    });
    expect(await remove()).toEqual(changed('9 bytes, modified 14:30 → written or relabelled since'));
    expect(folder.names()).toEqual(['notes.txt']);
  });

  it('another file of the same size and time is not deleted', async () => {
    const { folder, told } = await inTheMeantime(({ notes }) => {
      const { atime, mtime } = lstatSync(notes);
      writeFileSync(`${notes}.new`, 'THE NOTES');
      utimesSync(`${notes}.new`, atime, mtime);
      renameSync(`${notes}.new`, notes);
    });
    expect(told).toEqual(changed(`${state} → another file`));
    expect(readFileSync(folder.notes, 'utf8')).toBe('THE NOTES');
  });

  it('a file that is gone is told as gone', async () => {
    const { told } = await inTheMeantime(({ notes }) => rmSync(notes));
    expect(told).toEqual(changed(`${state} → no longer there`));
  });

  it('E109: a file that became a link is not deleted, nor what it leads to', async () => {
    const { folder, told } = await inTheMeantime(({ notes, outside }) => {
      rmSync(notes);
      symlinkSync(join(outside, 'secret.txt'), notes);
    });
    expect(told).toEqual(changed(`${state} → no longer a regular file`));
    expect(readdirSync(folder.outside)).toEqual(['secret.txt']);
    expect(readlinkSync(folder.notes)).toBe(join(folder.outside, 'secret.txt'));
  });

  it('two calls for one file delete it once', async () => {
    const folder = makeFolder();
    const waiting: (() => void)[] = [];
    // Nobody is answered before both have been asked.
    const { remove } = await connect(folder, async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const goOn of waiting) goOn();
      });
      return confirm();
    });
    const told = await Promise.all([remove(), remove()]);
    expect(told.map(({ isError }) => isError).sort()).toEqual([false, true]);
    expect(told).toContainEqual(changed(`${state} → no longer there`));
    expect(folder.names()).toEqual([]);
  });
});

describe.each(holds)('the directory is held %s, so', (_title, hold) => {
  it('the deed is done, and the process is where it was', async () => {
    const folder = makeFolder();
    const before = process.cwd();
    const { remove } = await connect(folder, () => confirm({ keep_backup: true }), { hold });
    expect(await remove()).toEqual({ text: 'Deleted notes.txt (backup: notes.txt.bak)', isError: false });
    expect(process.cwd()).toBe(before);
    expect(folder.names()).toEqual(['notes.txt.bak']);
  });

  const swaps: [string, (folder: Folder) => void][] = [
    ['swapped for a link', ({ allowed, outside }) => symlinkSync(outside, join(allowed, 'sub'))],
    ['replaced by another', ({ allowed }) => mkdirSync(join(allowed, 'sub'))],
    ['gone', () => {}],
  ];

  it.each(swaps)('one that is %s while the person reads is noticed', async (_how, put) => {
    const folder = makeFolder();
    mkdirSync(join(folder.allowed, 'sub'));
    writeFileSync(join(folder.allowed, 'sub', 'secret.txt'), 'mine');
    const { remove } = await connect(
      folder,
      () => {
        renameSync(join(folder.allowed, 'sub'), join(folder.base, 'elsewhere'));
        put(folder);
        return confirm({ confirm_name: 'sub/secret.txt' });
      },
      { hold },
    );
    expect(await remove('sub/secret.txt')).toMatchObject({
      text: 'sub/secret.txt changed after you were asked (its directory is another one); nothing was deleted',
    });
    expect(readFileSync(join(folder.outside, 'secret.txt'), 'utf8')).toBe('the secret');
    expect(readFileSync(join(folder.base, 'elsewhere', 'secret.txt'), 'utf8')).toBe('mine');
  });

  it('one that is swapped in the middle of the deed leads to nothing outside', async () => {
    const folder = makeFolder();
    const sub = join(folder.allowed, 'sub');
    mkdirSync(sub);
    // The same file under the same name in both places, so that only the directory tells them apart.
    linkSync(join(folder.outside, 'secret.txt'), join(sub, 'secret.txt'));
    const swap = () => {
      renameSync(sub, join(folder.base, 'elsewhere'));
      symlinkSync(folder.outside, sub);
    };
    const files = meddling('find', 'after', swap);
    const { remove } = await connect(folder, () => confirm({ confirm_name: 'sub/secret.txt' }), {
      hold,
      files,
    });
    await remove('sub/secret.txt');
    expect(readdirSync(folder.outside)).toEqual(['secret.txt']);
    expect(process.cwd()).not.toContain('countersign-');
  });

  it('a file that takes the name between comparison and move is put back', async () => {
    const folder = makeFolder();
    const files = meddling('rename', 'before', () => {
      renameSync(folder.notes, join(folder.allowed, 'old.txt'));
      writeFileSync(folder.notes, 'newer notes');
    });
    const { remove } = await connect(folder, () => confirm(), { hold, files });
    expect(await remove()).toEqual(changed(`${state} → ${state}`));
    expect(folder.names()).toEqual(['notes.txt', 'old.txt']);
    expect(readFileSync(folder.notes, 'utf8')).toBe('newer notes');
    expect(folder.audit()).toMatchObject([{ event: 'intent' }, { event: 'ended', outcome: 'changed' }]);
  });

  it('one of the same size and time, too', async () => {
    const folder = makeFolder();
    const files = meddling('rename', 'before', () => {
      const { atime, mtime } = lstatSync(folder.notes);
      writeFileSync(`${folder.notes}.new`, 'THE NOTES');
      utimesSync(`${folder.notes}.new`, atime, mtime);
      renameSync(`${folder.notes}.new`, folder.notes);
    });
    // Set to whole milliseconds, which is all that a test can set back.
    utimesSync(folder.notes, new Date(2026, 9, 5), new Date(2026, 9, 5));
    const { remove } = await connect(folder, () => confirm(), { hold, files });
    expect(await remove()).toMatchObject({ text: expect.stringContaining('another file'), isError: true });
    expect(readFileSync(folder.notes, 'utf8')).toBe('THE NOTES');
  });

  it.each([
    ['a directory', (path: string) => mkdirSync(path)],
    ['a link', (path: string) => symlinkSync('/nowhere', path)],
  ])('%s that takes the name is put back as what it is', async (_what, make) => {
    const folder = makeFolder();
    const files = meddling('rename', 'before', () => {
      rmSync(folder.notes);
      make(folder.notes);
    });
    const { remove } = await connect(folder, () => confirm(), { hold, files });
    expect(await remove()).toEqual(changed(`${state} → no longer a regular file`));
    expect(folder.names()).toEqual(['notes.txt']);
    expect(lstatSync(folder.notes).isFile()).toBe(false);
  });
});

describe('nothing is overwritten', () => {
  it('by a put-back: the file keeps its other name, which is told', async () => {
    const folder = makeFolder();
    let moved = false;
    const files = meddling('rename', 'before', () => writeFileSync(folder.notes, 'changed'));
    const link: DeedFiles['link'] = (from, to) => {
      if (!moved) writeFileSync(folder.notes, 'a newcomer');
      moved = true;
      deedFiles.link(from, to);
    };
    const { remove } = await connect(folder, () => confirm(), { files: { ...files, link } });
    const { text } = await remove();
    expect(text).toMatch(/; nothing was deleted, it can be found as \.countersign-[\da-f-]{36}$/);
    expect(readFileSync(folder.notes, 'utf8')).toBe('a newcomer');
    const aside = folder.names().find((name) => name.startsWith('.countersign-')) ?? '';
    expect(readFileSync(join(folder.allowed, aside), 'utf8')).toBe('changed');
    expect(folder.lastAudit()).toMatchObject({ outcome: 'changed', aside });
  });

  it('by a backup whose name is taken at the last moment', async () => {
    const folder = makeFolder();
    const files = meddling('link', 'before', () => writeFileSync(`${folder.notes}.bak`, 'a newcomer'));
    const { remove } = await connect(folder, () => confirm({ keep_backup: true }), { files });
    expect(await remove()).toMatchObject({ text: 'Deleted notes.txt (backup: notes.txt.bak.1)' });
    expect(readFileSync(`${folder.notes}.bak`, 'utf8')).toBe('a newcomer');
  });

  it('where there are no hard links either', async () => {
    const folder = makeFolder();
    writeFileSync(`${folder.notes}.bak`, 'older');
    const link = () => {
      throw Object.assign(new Error('no links here'), { code: 'EPERM' });
    };
    const { remove } = await connect(folder, () => confirm({ keep_backup: true }), {
      files: { ...deedFiles, link },
    });
    expect(await remove()).toMatchObject({ text: 'Deleted notes.txt (backup: notes.txt.bak.1)' });
    expect(readFileSync(`${folder.notes}.bak`, 'utf8')).toBe('older');
    expect(readFileSync(`${folder.notes}.bak.1`, 'utf8')).toBe('the notes');
  });
});

describe('when the system refuses', () => {
  const refusing = (step: keyof DeedFiles): DeedFiles => ({
    ...deedFiles,
    [step]: () => {
      throw Object.assign(new Error('secret details'), { code: 'EROFS' });
    },
  });

  it.each<[keyof DeedFiles, Record<string, unknown>]>([
    ['rename', {}],
    ['link', { keep_backup: true }],
  ])('%s, the file stays and a sentence says why', async (step, over) => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => confirm(over), { files: refusing(step) });
    const { text } = await remove();
    expect(text).toContain(
      'notes.txt could not be deleted: the file system is read-only; nothing was deleted',
    );
    expect(text).not.toContain('secret details');
    expect(folder.names()).toHaveLength(1);
    expect(folder.lastAudit()).toMatchObject({ outcome: 'failed' });
  });

  it('to delete it, it goes back to its name', async () => {
    const folder = makeFolder();
    let refused = false;
    const unlink: DeedFiles['unlink'] = (path) => {
      if (refused) return deedFiles.unlink(path);
      refused = true;
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    };
    const { remove } = await connect(folder, () => confirm(), { files: { ...deedFiles, unlink } });
    expect(await remove()).toEqual({
      text: 'notes.txt could not be deleted: it is in use; nothing was deleted',
      isError: true,
    });
    expect(folder.names()).toEqual(['notes.txt']);
  });
});
