import { describe, expect, it } from 'vitest';
import { type DeedFiles, moveWithoutOverwriting } from './deedFiles.ts';
import type { Finding } from './identity.ts';

/** Writes down what is done, and fails where it is told to. */
function recorder(kind: Finding['kind'], failing: Record<string, string> = {}) {
  const done: string[] = [];
  const step =
    (name: string) =>
    (...args: string[]) => {
      done.push([name, ...args].join(' '));
      if (failing[name]) throw Object.assign(new Error(name), { code: failing[name] });
    };
  const found: Finding = { dev: 1n, ino: 1n, size: 1n, mtimeNs: 1n, ctimeNs: 1n, kind };
  const files: DeedFiles = {
    find: () => found,
    rename: step('rename'),
    link: step('link'),
    unlink: step('unlink'),
    reserve: step('reserve'),
    discard: step('discard'),
  };
  return { files, done };
}

describe('a move that overwrites nothing', () => {
  const reserved = (kind: string) => [`reserve to ${kind}`, 'rename from to'];

  it.each<[Finding['kind'], Record<string, string>, string[]]>([
    ['file', {}, ['link from to', 'unlink from']],
    ['file', { link: 'EPERM' }, ['link from to', ...reserved('file')]],
    // Some systems would link what a link leads to.
    ['other', {}, reserved('other')],
    ['directory', {}, reserved('directory')],
  ])('of a %s (failing: %j) is %j', (kind, failing, steps) => {
    const { files, done } = recorder(kind, failing);
    moveWithoutOverwriting(files, 'from', 'to');
    expect(done).toEqual(steps);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ link: 'EEXIST' }, ['link from to']],
    [{ link: 'EIO' }, ['link from to']],
    [{ link: 'EPERM', reserve: 'EEXIST' }, ['link from to', 'reserve to file']],
    [{ link: 'EPERM', rename: 'EIO' }, ['link from to', ...reserved('file'), 'discard to file']],
  ])('stops at %j, and leaves nothing of its own', (failing, steps) => {
    const { files, done } = recorder('file', failing);
    expect(() => moveWithoutOverwriting(files, 'from', 'to')).toThrow();
    expect(done).toEqual(steps);
  });
});
