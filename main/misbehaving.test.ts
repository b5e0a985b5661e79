/** The matrix of servers that misbehave: what the person is told of each, and that it ends without a trace. */
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resultText } from '../core/resultText.ts';
import { type Misbehaving, misbehaving } from './testing/misbehaving.ts';
import type { ToolCall } from './toolCalls.ts';

const open: Misbehaving[] = [];
const make = (kind: string, more?: object) => {
  const made = misbehaving(kind, more);
  open.push(made);
  return made;
};

/** Goes on beside every other, and has to answer. */
let well: Misbehaving;
beforeAll(async () => {
  well = misbehaving('well');
  await well.connection.start();
});
afterAll(() => well.connection.stop('test'));
afterEach(async () => {
  for (const { connection } of open.splice(0)) await connection.stop('test');
});

const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};

const outcome = ({ state }: ToolCall): string => {
  if (state.state === 'done') return `done: ${resultText(state.result).slice(0, 100)}`;
  return 'why' in state
    ? `${state.state}: ${state.why}`
    : `${state.state}: ${'message' in state ? state.message : ''}`;
};

type Row = { state: RegExp; call?: RegExp; noise?: number; more?: object; longestMs?: number };

/** What is shown of the server when nothing is called, and how a call of it ends. */
const rows: Record<string, Row> = {
  'exits at once': {
    state:
      /^failed: The program ended with the exit code 3\. The last that it wrote: cannot open the database$/,
  },
  'exits in mid-call': { state: /^ready/, call: /^cancelled: .*exit code 4/ },
  'never answers initialize': {
    state: /^failed: It did not answer within 1 s\..*startLimitSeconds/,
    more: { startLimitSeconds: 1 },
  },
  'answers initialize late': { state: /^ready/, call: /^done: done$/ },
  'closes stdout': { state: /^ready/, call: /^cancelled: .*closed its standard output/ },
  'writes 100 MB to stderr': { state: /^ready/, call: /^done: done$/ },
  'junk lines': { state: /^ready/, call: /^done: done$/, noise: 50_004 },
  'half a line': { state: /^ready/, call: /^cancelled: .*The program ended by itself/ },
  'a 64 MiB line': { state: /^ready/, call: /^cancelled: .*more than 10 MiB/ },
  'a 9 MiB result': { state: /^ready/, call: /^done: y{100}$/, longestMs: 400 },
  '10,000 tools': { state: /^ready/, call: /^done: done$/, longestMs: 400 },
  'a tool with a 1 MB schema': { state: /^ready/, call: /^done: done$/ },
  'duplicate ids': { state: /^ready/, call: /^done: done$/ },
  'unknown responses': { state: /^ready/, call: /^done: done$/ },
  'requests before initialize': { state: /^ready/, call: /^done: done$/ },
  'a wrong version': { state: /^failed: .*1999-01-01/ },
  'an error to initialize': { state: /^failed: .*no licence/ },
  'a grandchild behind a wrapper': { state: /^ready/, call: /^done: done$/ },
  'ignores SIGTERM': { state: /^ready/, call: /^done: done$/ },
  'a flood of requests': { state: /^ready/, call: /^done: done$/ },
};

/** Under load the system takes turns away that the program did not use. */
const patience = 5;

it.each(Object.entries(rows))(
  '%s',
  async (kind, { state, call: ends, noise = 0, more, longestMs = 100 }) => {
    const server = make(kind, more);
    const { connection } = server;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await connection.start();
    expect(shown(server)).toMatch(state);
    if (ends !== undefined) {
      const call = server.call();
      const other = well.call();
      await other.over;
      expect(outcome(other)).toBe('done: done');
      await call.over;
      expect(outcome(call)).toMatch(ends);
    }
    delay.disable();
    expect(connection.noise).toBe(noise);
    expect(delay.max / 1e6).toBeLessThan(longestMs * patience);
    const pids = server.notePids();
    await connection.stop('test');
    expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
    expect(server.questions.open).toEqual([]);
  },
  60_000,
);

const shown = ({ connection: { state } }: Misbehaving): string =>
  `${state.state}: ${'message' in state ? state.message : ''}`;

it('one that is stuck in a call is told from one that is slow, and is ended all the same', async () => {
  const server = make('hangs in a call', { callSilenceSeconds: 1 });
  await server.connection.start();
  const call = server.call();
  await call.over;
  expect(outcome(call)).toMatch(/No answer from the server for 1 seconds/);
  const pids = server.notePids();
  expect(pids).toHaveLength(1);
  await server.connection.stop('test');
  expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
}, 30_000);

it('connecting is cancelled at once, however long it would take', async () => {
  const server = make('never answers initialize', { startLimitSeconds: 60 });
  const starting = server.connection.start();
  while (server.notePids().length === 0) await new Promise((resolve) => setImmediate(resolve));
  await server.connection.stop('stopped by the person');
  await starting;
  expect(server.connection.state).toEqual({ state: 'stopped' });
  expect(server.notePids().filter((pid) => !isGone(pid))).toEqual([]);
}, 30_000);

it('stopped while its program is still looked for, it never runs', async () => {
  const server = make('well');
  const starting = server.connection.start();
  await server.connection.stop('stopped by the person');
  await starting;
  expect(server.connection.state).toEqual({ state: 'stopped' });
  expect(server.connection.log).toEqual([]);
});
