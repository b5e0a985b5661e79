import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptedFile } from './acceptedFile.ts';
import { keptInMemory } from './testing/fakes.ts';

let folder: string;
let place: string;
let kept: ReturnType<typeof keptInMemory>;
const open = () => new AcceptedFile(place, kept);

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-accepted-'));
  place = path.join(folder, 'accepted.json');
  kept = keptInMemory();
});
afterEach(() => fs.rm(folder, { recursive: true }));

it('is what was written last', async () => {
  expect(await open().read()).toEqual({ kind: 'nothing yet' });
  const file = open();
  await Promise.all([file.write({ n: 1 }), file.write({ n: 2 })]);
  expect(await open().read()).toEqual({ kind: 'accepted', json: { n: 2 } });
  expect(kept.digestsOf('accepted.json')).toHaveLength(1);
});

it.each<[string, () => Promise<void>]>([
  ['another content', () => fs.writeFile(place, '{"n":1}')],
  ['removed', () => fs.rm(place)],
  [
    'a folder in its place',
    async () => {
      await fs.rm(place);
      await fs.mkdir(place);
    },
  ],
])('%s is not it', async (_name, change) => {
  await open().write({ n: 1 });
  await change();
  expect(await open().read()).toEqual({ kind: 'lost' });
});

it('one of another head is not it', async () => {
  await open().write({ n: 1 });
  kept = keptInMemory();
  expect(await open().read()).toEqual({ kind: 'lost' });
});

it('stopped before, or after the file was written, one of the two holds; and from then on that one alone', async () => {
  await open().write({ n: 1 });
  const before = await fs.readFile(place);
  const stopped = kept.stopAfter(1);
  await expect(open().write({ n: 2 })).rejects.toThrow('stopped');
  expect(await new AcceptedFile(place, stopped).read()).toEqual({ kind: 'accepted', json: { n: 2 } });
  expect(stopped.digestsOf('accepted.json')).toHaveLength(1);
  await fs.writeFile(place, before);
  expect(await new AcceptedFile(place, stopped).read()).toEqual({ kind: 'lost' });
});

it('stopped just before the file was written, the one of before holds', async () => {
  await open().write({ n: 1 });
  const before = await fs.readFile(place);
  const stopped = kept.stopAfter(1);
  await expect(open().write({ n: 2 })).rejects.toThrow('stopped');
  await fs.writeFile(place, before);
  expect(await new AcceptedFile(place, stopped).read()).toEqual({ kind: 'accepted', json: { n: 1 } });
});

it('stopped before the first was written there is none', async () => {
  kept.keepDigests('accepted.json', ['', 'a']);
  expect(await open().read()).toEqual({ kind: 'nothing yet' });
});
