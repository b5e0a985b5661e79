import { describe, expect, it } from 'vitest';
import { readFuses } from './fuses.ts';

const binary = (wire: string, version = 1) =>
  new Uint8Array([
    ...new TextEncoder().encode('dL7pKGdnNz dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    version,
    wire.length,
    ...new TextEncoder().encode(wire),
    9,
  ]);

describe('fuses', () => {
  it('are read from the binary, by name', () => {
    expect(readFuses(binary('0r1'))).toEqual({
      RunAsNode: 'off',
      EnableCookieEncryption: 'removed',
      EnableNodeOptionsEnvironmentVariable: 'on',
    });
  });
  it('are not guessed', () => {
    expect(readFuses(new Uint8Array(10))).toBeUndefined();
    expect(readFuses(binary('0', 2))).toBeUndefined();
    expect(readFuses(binary('x'))).toEqual({ RunAsNode: 'unknown' });
  });
});
