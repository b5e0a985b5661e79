// What is on an X display, as a person sees it: pixels, where a colour is, and a PNG for whoever looks.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** `{ width, height, at(x, y) }`, colours as 0xRRGGBB. Reads what `xwd` writes (the X window dump format, version 7). */
export function capture(env) {
  const dump = execFileSync('xwd', ['-root', '-silent'], { env, maxBuffer: 64 * 1024 * 1024 });
  const word = (index) => dump.readUInt32BE(index * 4);
  const [header, width, height, bitsPerPixel, bytesPerLine, colours] = [0, 4, 5, 11, 12, 19].map(word);
  // Menus with shadows make xwd mix visuals, and it then packs a pixel into three bytes.
  const bytes = bitsPerPixel / 8;
  if (bytes !== 3 && bytes !== 4)
    throw new Error(`a display with ${bitsPerPixel} bits a pixel is not read here`);
  const start = header + colours * 12;
  return { width, height, at: (x, y) => dump.readUIntLE(start + y * bytesPerLine + x * bytes, 3) };
}

/**
 * A place on the first button of one of `colours` within `area`, or undefined. A button has rows above its words that
 * are of one colour from side to side; a frame around something is thinner, and words have no such rows.
 */
export function findButton({ at, width, height }, colours, area) {
  const right = Math.min(area.x + area.width, width);
  const bottom = Math.min(area.y + area.height, height);
  let rows = [];
  for (let y = Math.max(area.y, 0); y < bottom; y++) {
    const run = longestRun((x) => colours.includes(at(x, y)), Math.max(area.x, 0), right);
    if (run.length >= 50) rows.push({ y, ...run });
    else rows = [];
    if (rows.length === 6) return { x: Math.round(run.start + run.length / 2), y };
  }
  return undefined;
}

function longestRun(isHit, from, to) {
  let longest = { start: from, length: 0 };
  for (let x = from, start = from; x < to; x++) {
    if (!isHit(x)) start = x + 1;
    else if (x + 1 - start > longest.length) longest = { start, length: x + 1 - start };
  }
  return longest;
}

export function savePng({ width, height, at }, file) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, offset = 0; y < height; y++) {
    rows[offset++] = 0; // no filter
    for (let x = 0; x < width; x++, offset += 3) rows.writeUIntBE(at(x, y), offset, 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits each of red, green and blue
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes) {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
