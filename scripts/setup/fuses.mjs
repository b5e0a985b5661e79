import fs from 'node:fs';

// Electron's fuses are a row of characters inside its binary, behind a marker: a version, a length, then '0', '1' or
// 'r' (removed) for each fuse. https://www.electronjs.org/docs/latest/tutorial/fuses

const MARKER = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The numbers of the fuses used here. */
export const fuse = { nodeCliInspect: 3, browserSnapshot: 6 };

/** Sets fuses in a binary file: `[[number, on], …]`. Writes nothing unless all of them can be set. */
export function setFuses(file, wanted) {
  const row = findRow(fs.readFileSync(file));
  for (const [number] of wanted) {
    if (row.states[number] !== '0' && row.states[number] !== '1') throw new Error(`fuses: no fuse ${number}`);
  }
  const fd = fs.openSync(file, 'r+');
  try {
    for (const [number, on] of wanted) fs.writeSync(fd, on ? '1' : '0', row.at + number);
  } finally {
    fs.closeSync(fd);
  }
}

export function findRow(binary) {
  const marker = binary.indexOf(MARKER);
  // A second marker would mean that we cannot know which one Electron reads.
  if (marker < 0 || binary.indexOf(MARKER, marker + 1) >= 0) throw new Error('fuses: not exactly one row');
  const start = marker + MARKER.length;
  if (binary[start] !== 1) throw new Error(`fuses: version ${binary[start]} is unknown`);
  const at = start + 2;
  return { at, states: binary.toString('latin1', at, at + (binary[start + 1] ?? 0)) };
}
