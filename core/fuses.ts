/** The fuses of an Electron binary: one character each in the binary itself, behind a known text. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

const names = [
  'RunAsNode',
  'EnableCookieEncryption',
  'EnableNodeOptionsEnvironmentVariable',
  'EnableNodeCliInspectArguments',
  'EnableEmbeddedAsarIntegrityValidation',
  'OnlyLoadAppFromAsar',
  'LoadBrowserProcessSpecificV8Snapshot',
  'GrantFileProtocolExtraPrivileges',
  'WasmTrapHandlers',
] as const;

export type FuseName = (typeof names)[number];
export type FuseState = 'on' | 'off' | 'removed' | 'unknown';

/** `binary` holds the whole file; undefined when it has no fuses. A fuse that we do not name yet is left out. */
export function readFuses(binary: Uint8Array): Partial<Record<FuseName, FuseState>> | undefined {
  const at = indexOf(binary, new TextEncoder().encode(sentinel));
  if (at === undefined) return undefined;
  const start = at + sentinel.length;
  const [version, count = 0] = binary.subarray(start, start + 2);
  if (version !== 1) return undefined;
  const wire = binary.subarray(start + 2, start + 2 + count);
  return Object.fromEntries(names.slice(0, count).map((name, index) => [name, stateOf(wire[index])]));
}

function stateOf(character: number | undefined): FuseState {
  switch (character) {
    case 0x31:
      return 'on';
    case 0x30:
      return 'off';
    case 0x72:
      return 'removed';
    default:
      return 'unknown';
  }
}

function indexOf(haystack: Uint8Array, needle: Uint8Array): number | undefined {
  const [first = 0] = needle;
  for (let at = haystack.indexOf(first); at >= 0; at = haystack.indexOf(first, at + 1))
    if (needle.every((byte, offset) => haystack[at + offset] === byte)) return at;
  return undefined;
}
