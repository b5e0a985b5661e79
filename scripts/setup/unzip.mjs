import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

// A small zip reader, enough for one known archive: stored and deflated entries with their mode bits. Whatever it does
// not know (links, encryption, zip64, other methods, names that lead outside) it refuses.

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;

/** Unpacks the files below `from` (a folder inside the archive, ending in '/') for which `wanted(name)` holds. */
export async function unzip(archive, target, { from = '', wanted = () => true } = {}) {
  const fd = fs.openSync(archive, 'r');
  try {
    for (const entry of entries(fd)) {
      if (!entry.name.startsWith(from) || entry.name.endsWith('/')) continue;
      const name = entry.name.slice(from.length);
      if (!wanted(name)) continue;
      const file = path.join(target, safeName(name));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, contents(fd, entry), { mode: entry.mode & 0o777 || 0o644 });
      await new Promise(setImmediate); // lets the progress line and Ctrl+C through
    }
  } finally {
    fs.closeSync(fd);
  }
}

function entries(fd) {
  const size = fs.fstatSync(fd).size;
  const tail = read(fd, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new Error('zip: no end record');
  const count = tail.readUInt16LE(end + 10);
  const directory = read(fd, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const found = [];
  for (let at = 0; found.length < count; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY) throw new Error('zip: broken directory');
    const nameLength = directory.readUInt16LE(at + 28);
    found.push({
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      offset: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return found;
}

function contents(fd, { flags, method, crc, packedSize, mode, offset, name }) {
  if (flags & 1) throw new Error(`zip: ${name} is encrypted`);
  if ((mode & 0o170000) === 0o120000) throw new Error(`zip: ${name} is a link`);
  if (method !== 0 && method !== 8) throw new Error(`zip: ${name} is packed by method ${method}`);
  const local = read(fd, offset, 30);
  if (local.readUInt32LE(0) !== LOCAL) throw new Error(`zip: ${name} is not where the directory says`);
  const packed = read(fd, offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packedSize);
  const data = method === 8 ? zlib.inflateRawSync(packed) : packed;
  if (zlib.crc32(data) !== crc) throw new Error(`zip: ${name} has a wrong checksum`);
  return data;
}

function safeName(name) {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:\0]/.test(part))) {
    throw new Error(`zip: unsafe name ${JSON.stringify(name)}`);
  }
  return name;
}

function read(fd, position, length) {
  const buffer = Buffer.alloc(length);
  if (fs.readSync(fd, buffer, 0, length, position) !== length) throw new Error('zip: cut short');
  return buffer;
}
