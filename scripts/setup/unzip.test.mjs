import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unzip } from './unzip.mjs';

let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-unzip-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A zip archive of `{ name, text, mode, method, crc, flags }`, as small as can be. */
function zip(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const { name, text, mode = 0o100644, method = 8, crc = zlib.crc32(text), flags = 0 } of files) {
    const body = method === 8 ? zlib.deflateRawSync(text) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(mode * 0x10000, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), body);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

function unpack(archive, options) {
  const file = path.join(folder, 'a.zip');
  fs.writeFileSync(file, archive);
  return unzip(file, path.join(folder, 'out'), options);
}

const out = (name) => path.join(folder, 'out', name);

describe('unzip', () => {
  it('unpacks what is wanted below a folder, with its mode', async () => {
    const archive = zip([
      { name: 'app/run', text: 'stored', method: 0, mode: 0o100755 },
      { name: 'app/deep/text', text: 'packed '.repeat(50) },
      { name: 'app/left', text: 'no' },
      { name: 'other', text: 'no' },
    ]);
    await unpack(archive, { from: 'app/', wanted: (name) => name !== 'left' });
    expect(fs.readFileSync(out('deep/text'), 'utf8')).toBe('packed '.repeat(50));
    expect(fs.readdirSync(out('.')).sort()).toEqual(['deep', 'run']);
    if (process.platform !== 'win32') expect(fs.statSync(out('run')).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['a wrong checksum', { name: 'a', text: 'x', crc: 1 }],
    ['an unknown method', { name: 'a', text: 'x', method: 12 }],
    ['an encrypted file', { name: 'a', text: 'x', flags: 1 }],
    ['a link', { name: 'a', text: 'x', mode: 0o120777 }],
    ['a name that leads outside', { name: '../a', text: 'x' }],
    ['an absolute name', { name: '/a', text: 'x' }],
    ['a name with a drive', { name: 'c:a', text: 'x' }],
    ['a name with a backslash', { name: '..\\a', text: 'x' }],
  ])('refuses %s and writes nothing of it', async (_what, file) => {
    await expect(unpack(zip([file]))).rejects.toThrow(/^zip: /);
    expect(fs.existsSync(out('a'))).toBe(false);
  });

  it('refuses an archive that was cut short', async () => {
    const whole = zip([{ name: 'a', text: 'x'.repeat(100) }]);
    await expect(unpack(whole.subarray(0, -10))).rejects.toThrow(/^zip: /);
    await expect(unpack(whole.subarray(20))).rejects.toThrow(/^zip: /);
  });
});
