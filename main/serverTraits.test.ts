import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Offer } from '../core/offer.ts';
import type { Ending } from '../core/question.ts';
import { Consents } from './consents.ts';
import { ServerTraits } from './serverTraits.ts';
import { connected, stopAll } from './testing/connected.ts';
import { keptInMemory } from './testing/fakes.ts';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-traits-'));
});
afterEach(async () => {
  await stopAll();
  await fs.rm(folder, { recursive: true });
});

const offer = (name: string): Offer => ({
  ...{ method: 'tools/call', name, inputSchema: {}, definition: '', claimsReadOnly: false },
});

async function bench(...tools: string[]) {
  const { connection, questions, log, server, told } = await connected();
  connection.offers = tools.map(offer);
  const consents = await Consents.open(
    path.join(folder, 'consents.json'),
    keptInMemory(),
    () => new Date(),
    () => {},
  );
  const traits = new ServerTraits({
    ...{ questions, consents, seal: (text: string) => text, changed: () => {} },
    record: async (event) => void log.push(event),
    tell: (text) => told.push(text),
  });
  const settle = async (ending: object) => {
    const { questionId } = await server.until(() => questions.open[0]);
    questions.settle(questionId, ending as Ending);
    // What follows from it is over after a turn.
    await new Promise((resolve) => setImmediate(resolve));
    await server.until(() => (questions.open.length === 0 ? true : undefined));
  };
  return { connection, questions, log, told, consents, traits, settle, server };
}

const ticked = (content: object) => ({ kind: 'accepted', content, via: 'key' });

it('a server whose tools look harmless is asked nothing about, and is neither trusted nor drives anything', async () => {
  const { connection, questions, traits } = await bench('delete_file', 'echo');
  traits.toolsKnown(connection);
  expect(questions.open).toEqual([]);
  expect(traits.drivesDesktop(connection)).toBe(false);
  expect(traits.of(connection)).toEqual({ trusted: false, drivesDesktop: false, valuesRecorded: false });
});

it('tools that look as if they could drive the desktop count as that until the person has said, once', async () => {
  const { connection, questions, traits, settle, log, server } = await bench('click', 'echo');
  traits.toolsKnown(connection);
  traits.toolsKnown(connection);
  expect(traits.drivesDesktop(connection)).toBe(true);
  expect(traits.inForce(connection).drivesDesktop).toBe(true);
  const { body } = await server.until(() => questions.open[0]);
  expect(questions.open).toHaveLength(1);
  expect(body).toMatchObject({ kind: 'traits', driving: ['click'] });
  expect(body).toMatchObject({ fields: [{ name: 'drivesDesktop', suggestion: { value: true } }, {}, {}] });
  await settle(ticked({ drivesDesktop: false, trusted: true }));
  await server.until(() => (traits.of(connection).trusted ? true : undefined));
  expect(traits.drivesDesktop(connection)).toBe(false);
  traits.toolsKnown(connection);
  expect(questions.open).toEqual([]);
  expect(log).toContainEqual(expect.objectContaining({ event: 'server described', server: 's' }));
  // Another such tool is told again.
  connection.offers.push(offer('run_command'));
  expect(traits.drivesDesktop(connection)).toBe(true);
});

it.each([{ kind: 'declined' }, { kind: 'cancelled', by: 'escape' }, { kind: 'expired', seen: false }])(
  '$kind: it goes on counting as one that can',
  async (ending) => {
    const { connection, traits, settle } = await bench('bash');
    traits.toolsKnown(connection);
    await settle(ending);
    expect(traits.drivesDesktop(connection)).toBe(true);
    expect(traits.of(connection).trusted).toBe(false);
  },
);

it('what is said is bound to the entry: of another one nothing was said', async () => {
  const { connection, traits, settle, server } = await bench('echo');
  void traits.ask(connection);
  await settle(ticked({ trusted: true }));
  await server.until(() => (traits.of(connection).trusted ? true : undefined));
  const other = { ...connection.config, command: 'y' };
  expect(traits.of({ ...connection, config: other } as never).trusted).toBe(false);
});
