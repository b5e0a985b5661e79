/** Real programs that misbehave (`e2e/fixtures/misbehaving.mjs`), each with a connection, its calls and its questions. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { parseServerConfig } from '../../core/serverConfig.ts';
import { systemClock } from '../clock.ts';
import { Connection } from '../connection.ts';
import { Questions } from '../questions.ts';
import { startOn } from '../startCall.ts';
import { type ToolCall, ToolCalls } from '../toolCalls.ts';
import { makeOpenTransport } from '../transport.ts';

const fixture = path.resolve(import.meta.dirname, '../../e2e/fixtures/misbehaving.mjs');

export type Misbehaving = ReturnType<typeof misbehaving>;

/** `command` stands before the server's own, as a wrapper would. */
export function misbehaving(kind: string, more: object = {}) {
  const told: string[] = [];
  const events: string[] = [];
  const questions: Questions = new Questions({
    ...{ clock: systemClock, newId: randomUUID, changed: () => {}, settled: () => {} },
  });
  const record = async ({ event }: { event: string }) => void events.push(event);
  const tell = (text: string) => void told.push(text);
  const calls: ToolCalls = new ToolCalls({
    ...{ clock: systemClock, newId: randomUUID, record, tell, changed: () => {}, seal: (text) => text },
    mayBeSent: async () => ({ ok: true }),
    itsTurn: () => undefined,
    valuesRecorded: () => false,
    over: () => questions.withdraw('call ended', (q) => !q.callIds.some((id) => calls.isOpen(id))),
  });
  const config = parseServerConfig(kind, {
    ...{ command: process.execPath, args: [fixture, kind], protocol: 'older only', startLimitSeconds: 10 },
    ...more,
  });
  if ('error' in config) throw new Error(config.error);
  const open = makeOpenTransport(() => Promise.reject(new Error('not bundled')), {
    environment: async () => ({ PATH: process.env.PATH ?? '' }),
    home: os.tmpdir(),
    running: { started: () => {}, ended: async () => {} },
  });
  const connection: Connection = new Connection(config, {
    ...{
      clock: systemClock,
      open,
      questions,
      calls,
      record,
      tell,
      seal: (text) => text,
      address: kind,
      version: '0',
    },
    startAgain: () => {},
    matches: () => true,
    openExternal: async () => {},
    changed: () => {},
    offersChanged: () => {},
    rootsOf: async () => [],
    valuesRecorded: () => false,
  });
  const pids = new Set<number>();
  /** Ids of all processes that it told of so far. */
  const notePids = () => {
    for (const line of connection.log) {
      const [, pid] = /^pid (\d+)$/.exec(line) ?? [];
      if (pid !== undefined) pids.add(Number(pid));
    }
    return [...pids];
  };
  const call = (name = 'work'): ToolCall =>
    startOn(calls, connection, { method: 'tools/call', name, arguments: {} }, 'person');
  return { connection, calls, questions, told, events, call, notePids };
}
