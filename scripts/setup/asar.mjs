/**
 * An asar archive of a flat set of files, `{ name: text }`. The format is two "pickles" (a length, then data filled up
 * to four bytes): the size of the header, and the header as JSON; the contents follow, found by their offset.
 */
export function asar(files) {
  const bodies = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]);
  const header = { files: {} };
  let offset = 0;
  for (const [name, body] of bodies) {
    header.files[name] = { size: body.length, offset: String(offset) };
    offset += body.length;
  }
  const json = Buffer.from(JSON.stringify(header));
  const padded = Math.ceil(json.length / 4) * 4;
  const lengths = Buffer.alloc(16);
  lengths.writeUInt32LE(4, 0);
  lengths.writeUInt32LE(padded + 8, 4);
  lengths.writeUInt32LE(padded + 4, 8);
  lengths.writeUInt32LE(json.length, 12);
  const padding = Buffer.alloc(padded - json.length);
  return Buffer.concat([lengths, json, padding, ...bodies.map(([, body]) => body)]);
}
