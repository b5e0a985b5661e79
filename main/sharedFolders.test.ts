import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ending } from '../core/question.ts';
import { Consents } from './consents.ts';
import { isOwn, whyNotShared } from './ownFolders.ts';
import { SharedFolders } from './sharedFolders.ts';
import { connected, stopAll } from './testing/connected.ts';
import { keptInMemory } from './testing/fakes.ts';

let folder: string;
let home: string;
let mine: string;

beforeEach(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-shared-')));
  home = path.join(folder, 'home');
  mine = path.join(folder, 'mine');
  for (const each of [home, mine, path.join(home, 'sample'), path.join(home, 'logs')])
    await fs.mkdir(each, { recursive: true });
});
afterEach(async () => {
  await stopAll();
  await fs.rm(folder, { recursive: true });
});

const places = () => ({ home, sample: path.join(home, 'sample') });

async function bench(fails = false) {
  const { connection, questions, log, server, told } = await connected();
  const consents = await Consents.open(
    path.join(folder, 'consents.json'),
    keptInMemory(),
    () => new Date(),
    () => {},
  );
  const roots = new SharedFolders({
    ...{ questions, consents, seal: (text: string) => text, changed: () => {} },
    record: async (event) => {
      if (fails) throw new Error('no space');
      log.push(event);
    },
    whyNotShared: (each) => whyNotShared(each, places()),
    tell: (text) => told.push(text),
  });
  const open = () => server.until(() => questions.open[0]);
  const settle = async (ending: object) => questions.settle((await open()).questionId, ending as Ending);
  const share = (...folders: string[]) => settle({ kind: 'accepted', content: { folders }, via: 'key' });
  return { connection, questions, log, server, told, consents, roots, open, settle, share };
}

it('are asked when the server first wants them, told, and not asked again', async () => {
  const { connection, roots, share, questions, log } = await bench();
  expect(roots.of(connection)).toBeNull();
  const first = roots.tell(connection, []);
  const second = roots.tell(connection, []);
  await share(mine);
  const told = [{ uri: pathToFileURL(mine).href, name: 'mine' }];
  expect([await first, await second, await roots.tell(connection, [])]).toEqual([told, told, told]);
  expect(questions.open).toEqual([]);
  expect(log.map(({ event }) => event)).toEqual([
    'server ready',
    'question asked',
    'question ended',
    'folders shared',
    'folders told',
  ]);
});

it('none, where the person says none: that is told, and kept while the server runs', async () => {
  const { connection, roots, settle, questions } = await bench();
  const told = roots.tell(connection, []);
  await settle({ kind: 'declined' });
  expect([await told, await roots.tell(connection, [])]).toEqual([[], []]);
  expect(questions.open).toEqual([]);
  expect(roots.of(connection)).toBeNull();
});

it.each([
  { kind: 'cancelled', by: 'escape' },
  { kind: 'expired', seen: true },
  { kind: 'withdrawn', why: 'call ended' },
])(
  '$kind decides nothing: neither some nor none is told, and the next time is asked again',
  async (ending) => {
    const { connection, roots, settle, share } = await bench();
    const told = roots.tell(connection, []);
    await settle(ending);
    await expect(told).rejects.toThrow('has not said');
    const again = roots.tell(connection, []);
    await share();
    expect(await again).toEqual([]);
  },
);

it('the question ends with the connection', async () => {
  const { connection, roots, open, questions, server } = await bench();
  const told = roots.tell(connection, []);
  await open();
  await server.die();
  await expect(told).rejects.toThrow('withdrawn');
  expect(questions.open).toEqual([]);
});

it('not recorded, nothing is told', async () => {
  const { connection, roots } = await bench(true);
  await expect(roots.tell(connection, [])).rejects.toThrow('no space');
  expect(roots.of(connection)).toBeNull();
});

it('others, by the person: the server is told that they changed', async () => {
  const { connection, roots, share, server } = await bench();
  const changed = roots.change(connection);
  await share(mine);
  await changed;
  expect(roots.of(connection)).toEqual([mine]);
  expect(await server.until(() => server.notified('notifications/roots/list_changed')[0])).toBeDefined();
});

it('left as they were, nobody is told anything', async () => {
  const { connection, roots, settle, server, told } = await bench();
  const changed = roots.change(connection);
  await settle({ kind: 'declined' });
  await changed;
  await server.ping();
  expect(server.notified('notifications/roots/list_changed')).toEqual([]);
  expect(told).toEqual([]);
});

it('the question is about the calls that wait for it, and its answer is looked at before it counts', async () => {
  const { connection, roots, open } = await bench();
  void roots.tell(connection, ['call']).catch(() => {});
  const { callIds, problemsIn } = await open();
  expect(callIds).toEqual(['call']);
  const problem = (...folders: string[]) => problemsIn?.({ folders })[0]?.message;
  expect(problem()).toBeUndefined();
  expect(problem(mine, folder)).toMatch(/home|itself/);
  expect(problem('notes')).toContain('no whole path');
  expect(problem(path.join(mine, 'gone'))).toContain('no folder that is there');
});

it('E094: the folder of the app, what lies in it and what it lies in are refused, by every way there', async () => {
  const link = path.join(mine, 'link');
  await fs.symlink(home, link, 'junction');
  for (const own of [
    home,
    path.join(home, 'logs'),
    folder,
    link,
    path.join(link, 'logs'),
    path.parse(home).root,
  ]) {
    expect(whyNotShared(own, places()), own).toContain('Countersign itself');
    expect(isOwn(own, places()), own).toBe(true);
  }
  for (const other of [mine, path.join(home, 'sample')])
    expect(whyNotShared(other, places())).toBeUndefined();
  // One that is not there yet may still become one of the app's.
  expect(isOwn(path.join(home, 'not yet'), places())).toBe(true);
  expect(isOwn(path.join(folder, 'homely'), places())).toBe(false);
  await fs.writeFile(path.join(mine, 'file'), '');
  expect(whyNotShared(path.join(mine, 'file'), places())).toContain('no folder');
});
