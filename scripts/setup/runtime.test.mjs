import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asar } from './asar.mjs';
import { findRow, setFuses } from './fuses.mjs';

/** Reads an archive back the way Electron does. */
function readAsar(archive) {
  const base = 8 + archive.readUInt32LE(4);
  const header = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12)));
  return Object.fromEntries(
    Object.entries(header.files).map(([name, { offset, size }]) => {
      const start = base + Number(offset);
      return [name, archive.toString('utf8', start, start + size)];
    }),
  );
}

describe('asar', () => {
  it.each([
    ['one file', { a: 'text' }],
    [
      'several, with an empty one and letters of more than a byte',
      { a: 'é', empty: '', 'b.mjs': 'x'.repeat(1001) },
    ],
    ['none', {}],
  ])('keeps %s', (_what, files) => expect(readAsar(asar(files))).toEqual(files));

  it('fills the header up to four bytes', () => {
    for (const name of ['a', 'ab', 'abc', 'abcd']) expect(asar({ [name]: '' }).length % 4).toBe(0);
  });
});

describe('fuses', () => {
  const row = (states, version = 1) =>
    Buffer.concat([
      Buffer.from('before dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([version, states.length]),
      Buffer.from(`${states} after`),
    ]);

  function set(binary, wanted) {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-fuses-')), 'binary');
    fs.writeFileSync(file, binary);
    try {
      setFuses(file, wanted);
    } finally {
      expect(fs.readFileSync(file).length).toBe(binary.length);
    }
    return findRow(fs.readFileSync(file)).states;
  }

  it('sets the ones asked for and no other', () =>
    expect(
      set(row('0011r'), [
        [1, true],
        [3, false],
      ]),
    ).toBe('0110r'));

  it.each([
    ['a removed fuse', row('00r'), [[2, true]]],
    ['a fuse that is not there', row('00'), [[2, true]]],
    ['an unknown version', row('00', 2), [[0, true]]],
    ['a binary without fuses', Buffer.from('nothing here'), [[0, true]]],
    ['a binary with two rows', Buffer.concat([row('00'), row('00')]), [[0, true]]],
  ])('refuses %s', (_what, binary, wanted) => expect(() => set(binary, wanted)).toThrow(/^fuses: /));
});
