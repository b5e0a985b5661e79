import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noTraits } from '../core/serverTraits.ts';
import type { AcceptedServer } from './consents.ts';
import { Consents } from './consents.ts';
import { keptInMemory } from './testing/fakes.ts';

let folder: string;
let file: string;
let kept: ReturnType<typeof keptInMemory>;
const identity = 'a'.repeat(64);
const other = 'b'.repeat(64);
const now = () => new Date('2026-10-05T14:30:00Z');
const acceptedAs = (as: string): AcceptedServer => ({
  ...{ identity: as, facts: [], traits: noTraits, toldTools: [] },
});

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-consents-'));
  file = path.join(folder, 'consents.json');
  kept = keptInMemory();
});
afterEach(() => fs.rm(folder, { recursive: true }));

async function open() {
  const told: string[] = [];
  const consents = await Consents.open(file, kept, now, (text) => told.push(text));
  return { consents, told };
}

it('what was accepted is known at the next start, to its owner alone', async () => {
  const { consents } = await open();
  await consents.accept('files', acceptedAs(identity));
  const { consents: again, told } = await open();
  expect(again.server('files', identity)).toEqual(acceptedAs(identity));
  expect(again.server('files', other)).toBeUndefined();
  expect(again.lastServer('files')?.identity).toBe(identity);
  expect(again.lastServer('constructor')).toBeUndefined();
  expect(told).toEqual([]);
  // E096: nobody else reads it, also after it was written anew.
  if (process.platform !== 'win32') expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
});

type Json = { servers: Record<string, unknown>; forwarding?: object };

it.each<[string, (json: Json) => void]>([
  [
    'a server added',
    (json) => {
      json.servers.evil = acceptedAs(other);
    },
  ],
  [
    'another identity',
    (json) => {
      json.servers.files = acceptedAs(other);
    },
  ],
  [
    'a server that is trusted now',
    (json) => {
      json.servers.files = { ...acceptedAs(identity), traits: { ...noTraits, trusted: true } };
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
])(
  'E094: a file that something else wrote (%s) accepts nothing, is kept, and told',
  async (_name, change) => {
    const { consents } = await open();
    await consents.accept('files', acceptedAs(identity));
    const json = JSON.parse(await fs.readFile(file, 'utf8'));
    change(json);
    await fs.writeFile(file, `${JSON.stringify(json, undefined, 2)}\n`);
    const { consents: again, told } = await open();
    expect(again.lastServer('files')).toBeUndefined();
    expect(again.lastServer('evil')).toBeUndefined();
    expect(again.forwarding).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(await fs.readdir(folder)).toEqual([expect.stringContaining('consents.json.broken-')]);
    // Told once; the next start is one without any.
    expect((await open()).told).toEqual([]);
  },
);

it('an earlier copy of it accepts nothing, though the app wrote it', async () => {
  const { consents } = await open();
  await consents.approve('key', { serverId: 's', tool: 't', definition: '{}', since: '2026' });
  const earlier = await fs.readFile(file);
  await consents.revoke('key');
  await fs.writeFile(file, earlier);
  const { consents: again, told } = await open();
  expect(again.approvals).toEqual([]);
  expect(told).toHaveLength(1);
});

it('removed, that is told', async () => {
  const { consents } = await open();
  await consents.accept('files', acceptedAs(identity));
  await fs.rm(file);
  const { consents: again, told } = await open();
  expect(again.lastServer('files')).toBeUndefined();
  expect(told).toHaveLength(1);
});

it('what cannot be written does not count, and what is revoked is so all the same', async () => {
  const { consents } = await open();
  const approval = { serverId: 's', tool: 't', definition: '{}', since: '2026' };
  await consents.approve('one', approval);
  kept.fails = true;
  await expect(consents.approve('two', approval)).rejects.toThrow('no space');
  expect(consents.approval('two')).toBeUndefined();
  await expect(consents.revoke('one')).rejects.toThrow('no space');
  expect(consents.approval('one')).toBeUndefined();
});

it('two at once are both kept', async () => {
  const { consents } = await open();
  await Promise.all([
    consents.accept('one', acceptedAs(identity)),
    consents.accept('two', acceptedAs(other)),
  ]);
  const { consents: again } = await open();
  expect([again.lastServer('one')?.identity, again.lastServer('two')?.identity]).toEqual([identity, other]);
});
