/**
 * Many questions of many servers, ended at random in every way there is: each gets one ending, the record and the wire
 * agree on it, and no window is left. `npm run soak` does it ten times with 20 servers and 100 questions.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  askingServer,
  type Countersign,
  clickAway,
  type Entry,
  expect,
  keyAway,
  type LogLine,
  press,
  test,
} from './countersign.ts';

const long = process.env.COUNTERSIGN_SOAK === '1';
const seeds = long ? Array.from({ length: 10 }, (_, n) => n + 1) : [1];
const serverCount = long ? 20 : 5;
const perServer = 5;
/** As many calls at once as there may be open questions of all servers together. */
const callsAtOnce = 12;

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruence). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Server = { name: string; wire: () => Record<string, unknown>[]; when: string; withdraw: number[] };

for (const seed of seeds)
  test(`${serverCount * perServer} questions of ${serverCount} servers, ended at random (seed ${seed})`, async ({
    start,
    home,
  }) => {
    test.setTimeout(long ? 900_000 : 180_000);
    const random = randomFrom(seed);
    const servers: Server[] = [];
    const entries: Record<string, Entry> = {};
    for (let n = 0; n < serverCount; n++) {
      const name = `server ${String(n).padStart(2, '0')}`;
      const folder = path.join(home, `wire-${n}`);
      fs.mkdirSync(folder, { recursive: true });
      // Some of them are patient, with some the time passes.
      const asking = askingServer(folder, n % 4 === 0 ? { questionLimitSeconds: 20 } : {});
      entries[name] = asking.entry;
      const withdraw = Array.from({ length: perServer }, (_, q) => q).filter(() => random() < 0.2);
      servers.push({ name, wire: asking.wire, when: path.join(folder, 'now'), withdraw });
    }
    const countersign = await start(entries);

    const toCall = [...servers];
    const called: Server[] = [];
    for (;;) {
      const running = called.length - countersign.log().filter((line) => line.event === 'call ended').length;
      if (running === 0 && toCall.length === 0) break;
      if (running < callsAtOnce) {
        const server = toCall.shift();
        if (server !== undefined) {
          const { name, when, withdraw } = server;
          await callSoak(countersign, name, { who: name, count: perServer, withdraw, when });
          called.push(server);
          continue;
        }
      }
      const some = called[Math.floor(random() * called.length)];
      if (some !== undefined && random() < 0.1) fs.writeFileSync(some.when, '');
      await oneStep(countersign, random);
    }
    await countersign.noDialog();
    // The last replies may still be on their way to the files of the servers.
    await expect.poll(() => disagreements(countersign.log(), servers)).toEqual([]);
    const ended = countersign
      .log()
      .filter((line) => line.event === 'question ended')
      .slice(serverCount + 1); // the permissions and the rules
    expect(ended).toHaveLength(serverCount * perServer);
    console.log(`seed ${seed}: ${counted(ended)}`);
    const left = countersign.app.windows().filter((page) => page.url().startsWith('app://question'));
    expect(left).toHaveLength(1); // the spare
  });

async function callSoak(countersign: Countersign, name: string, args: object): Promise<void> {
  const before = countersign.events().filter((event) => event === 'question asked').length;
  await countersign.call(name, 'soak', args);
  await expect
    .poll(() => countersign.events().filter((event) => event === 'question asked').length)
    .toBe(before + perServer);
}

/** Does one thing that a person might do, or nothing. */
async function oneStep(countersign: Countersign, random: () => number): Promise<void> {
  const dialog = await shown(countersign);
  const choice = random();
  if (dialog === undefined) {
    const back = countersign.workbench.getByRole('button', { name: 'Bring it back' }).last();
    if ((await back.count()) > 0) await back.click({ timeout: 2_000 }).catch(() => undefined);
    return;
  }
  try {
    if (choice < 0.3) {
      await dialog.getByLabel('Answer').fill(`answer ${choice}`, { timeout: 2_000 });
      await press(dialog.getByRole('button', { name: 'Accept' }));
    } else if (choice < 0.55) await clickAway(dialog.getByRole('button', { name: 'Decline' }));
    else if (choice < 0.7) await clickAway(dialog.getByRole('button', { name: 'Cancel' }));
    else if (choice < 0.8) await keyAway(dialog, 'Escape');
    else if (choice < 0.9) await dialog.getByRole('button', { name: 'Later' }).click({ timeout: 2_000 });
    else await countersign.inWindow(dialog, (window) => window.close());
  } catch (error) {
    // What was to be pressed may have ended by itself meanwhile; everything else is a fault.
    if (!dialog.isClosed() && (await countersign.isVisible(dialog)) && (await isOpen(dialog))) throw error;
  }
}

const isOpen = (dialog: Page) =>
  dialog
    .locator('.ended')
    .count()
    .then((count) => count === 0);

async function shown(countersign: Countersign): Promise<Page | undefined> {
  for (const page of countersign.app.windows().filter((window) => window.url().startsWith('app://question')))
    if ((await countersign.isVisible(page)) && (await isOpen(page).catch(() => false))) return page;
  return undefined;
}

/** Every question of every server: how the record says that it ended, against what its server got. */
function disagreements(log: LogLine[], servers: readonly Server[]): string[] {
  return servers.flatMap(({ name, wire }) => {
    const received = wire();
    return Array.from({ length: perServer }, (_, id) => {
      const asked = log.filter(
        (line) => line.event === 'question asked' && line.message === `${name} ${id}.`,
      );
      const ended = log.filter(
        (line) => line.event === 'question ended' && line.question === asked[0]?.question,
      );
      const replies = received.filter((message) => message.method === undefined && message.id === id);
      const said = replies.map((reply) => (reply.result as { action?: string } | undefined)?.action);
      const expected = expectedReplies(String(ended[0]?.ending));
      const fits =
        asked.length === 1 && ended.length === 1 && JSON.stringify(said) === JSON.stringify(expected);
      return fits
        ? ''
        : `${name} ${id}: ${asked.length} asked, ${ended.map((line) => line.ending)}, replies ${said}`;
    }).filter((text) => text !== '');
  });
}

function expectedReplies(ending: string): string[] {
  if (ending === 'answered: accept') return ['accept'];
  if (ending === 'answered: decline') return ['decline'];
  if (ending === 'withdrawn: server' || ending === 'withdrawn: connection') return [];
  return ['cancel'];
}

const counted = (ended: LogLine[]): string => {
  const counts = new Map<unknown, number>();
  for (const { ending } of ended) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return [...counts].map(([ending, count]) => `${count} × ${String(ending)}`).join(', ');
};
