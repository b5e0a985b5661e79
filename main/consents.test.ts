import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Consents } from './consents.ts';

let folder: string;
let file: string;
const identity = 'a'.repeat(64);
const other = 'b'.repeat(64);
const sealWith = (key: string) => (text: string) => Buffer.from(`${key} ${text}`).toString('base64');
const now = () => new Date('2026-10-05T14:30:00Z');

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-consents-'));
  file = path.join(folder, 'consents.json');
});
afterEach(() => fs.rm(folder, { recursive: true }));

async function open(key = 'mine') {
  const told: string[] = [];
  const consents = await Consents.open(file, sealWith(key), now, (text) => told.push(text));
  return { consents, told };
}

it('what was accepted is known at the next start, to its owner alone', async () => {
  const { consents } = await open();
  await consents.accept('files', identity);
  const { consents: again, told } = await open();
  expect(again.acceptedIdentity('files')).toBe(identity);
  expect(again.acceptedIdentity('constructor')).toBeUndefined();
  expect(told).toEqual([]);
  // E096: nobody else reads it, also after it was written anew.
  if (process.platform !== 'win32') expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
});

it.each<[string, (json: { servers: Record<string, string>; forwarding?: object; seal?: string }) => void]>([
  [
    'a server added',
    (json) => {
      json.servers.evil = other;
    },
  ],
  [
    'another identity',
    (json) => {
      json.servers.files = other;
    },
  ],
  [
    'a server taken away',
    (json) => {
      delete json.servers.files;
    },
  ],
  [
    'a collector',
    (json) => {
      json.forwarding = { url: 'https://evil.example', headers: {} };
    },
  ],
  [
    'no seal',
    (json) => {
      delete json.seal;
    },
  ],
  [
    'a seal of its own making',
    (json) => {
      json.servers.evil = other;
      json.seal = sealWith('theirs')('x');
    },
  ],
])(
  'E094: a file that something else wrote (%s) accepts nothing, is kept, and told',
  async (_name, change) => {
    const { consents } = await open();
    await consents.accept('files', identity);
    const json = JSON.parse(await fs.readFile(file, 'utf8'));
    change(json);
    await fs.writeFile(file, JSON.stringify(json));
    const { consents: again, told } = await open();
    expect(again.acceptedIdentity('files')).toBeUndefined();
    expect(again.acceptedIdentity('evil')).toBeUndefined();
    expect(again.forwarding).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(await fs.readdir(folder)).toEqual([expect.stringContaining('consents.json.broken-')]);
  },
);

it('of another key accepts nothing', async () => {
  const { consents } = await open('theirs');
  await consents.accept('files', identity);
  expect((await open('mine')).consents.acceptedIdentity('files')).toBeUndefined();
});

it('in another order is the same', async () => {
  const { consents } = await open();
  await consents.accept('a', identity);
  await consents.accept('b', other);
  const json = JSON.parse(await fs.readFile(file, 'utf8'));
  await fs.writeFile(
    file,
    JSON.stringify({ seal: json.seal, servers: { b: other, a: identity }, approvals: {}, version: 1 }),
  );
  expect((await open()).consents.acceptedIdentity('a')).toBe(identity);
});
