/** A connection to a server whose every message the test writes, over a linked transport, with real questions and calls. */
import { InMemoryTransport } from '@modelcontextprotocol/client';
import type { AuditEvent } from '../../core/audit.ts';
import type { CallRequest } from '../../core/call.ts';
import type { Protocol, ServerConfig } from '../../core/serverConfig.ts';
import { Connection } from '../connection.ts';
import { Questions } from '../questions.ts';
import { type ToolCall, ToolCalls, type ToolCallsDeps } from '../toolCalls.ts';
import type { OpenedTransport } from '../transport.ts';
import { counter, type FakeClock, fakeClock } from './fakes.ts';
import { ScriptedServer } from './scriptedServer.ts';

export type Options = {
  clock?: FakeClock;
  config?: Partial<ServerConfig['limits']>;
  protocol?: Protocol | undefined;
  /** Of the server. */
  era?: 'older' | 'modern' | 'both' | undefined;
  /** A question that the server asks before it answers `initialize`. */
  eager?: object;
  record?: (event: AuditEvent) => Promise<void>;
  mayBeSent?: ToolCallsDeps['mayBeSent'];
  itsTurn?: ToolCallsDeps['itsTurn'];
  valuesRecorded?: boolean;
  /** Calls or questions changed. */
  changed?: () => void;
  /** Which folders are shared with the server. */
  rootsOf?: (callIds: readonly string[]) => Promise<readonly object[]>;
  openExternal?: (href: string) => Promise<void>;
  /** Another transport than that to a scripted server. */
  open?: () => Promise<OpenedTransport>;
};

const opened: Connection[] = [];

export async function stopAll(): Promise<void> {
  for (const connection of opened.splice(0)) await connection.stop('test');
}

export async function connected(options: Options = {}) {
  const clock = options.clock ?? fakeClock();
  const log: AuditEvent[] = [];
  const told: string[] = [];
  const pages: string[] = [];
  const servers: ScriptedServer[] = [];
  const record = options.record ?? (async (event: AuditEvent) => void log.push(event));
  const questions: Questions = new Questions({
    clock,
    newId: counter(),
    changed: () => {
      for (const { callId } of calls.all)
        calls.questionsOpen(callId, questions.open.filter((q) => q.callIds.includes(callId)).length);
      options.changed?.();
    },
    settled: () => {},
  });
  const calls: ToolCalls = new ToolCalls({
    clock,
    mayBeSent: options.mayBeSent ?? (async () => ({ ok: true })),
    itsTurn: (call) => options.itsTurn?.(call),
    valuesRecorded: () => options.valuesRecorded ?? false,
    newId: counter(),
    record,
    seal,
    changed: () => options.changed?.(),
    over: () => questions.withdraw('call ended', (q) => !q.callIds.some((id) => calls.isOpen(id))),
    tell: (text) => told.push(text),
  });
  const program = { kind: 'program', command: 'x', args: [], env: {} } as const;
  const connection = new Connection(
    {
      ...{ ...program, args: [], serverId: 's', protocol: options.protocol ?? 'older first' },
      limits: { questionMs: 10_000, ...options.config },
    },
    {
      clock,
      startAgain: () => void connection.startAgain(),
      open: async () => {
        if (options.open !== undefined) return options.open();
        const [near, far] = InMemoryTransport.createLinkedPair();
        const server = new ScriptedServer(far, options.era, options.eager);
        servers.push(server);
        await server.start();
        return { transport: near, log: () => [], note: () => {}, close: () => near.close() };
      },
      address: 'x',
      questions,
      calls,
      matches: () => true,
      record,
      seal,
      openExternal: options.openExternal ?? (async (href) => void pages.push(href)),
      tell: (text) => told.push(text),
      changed: () => {},
      offersChanged: () => {},
      rootsOf: async (_connection, callIds) => (await options.rootsOf?.(callIds)) ?? [],
      valuesRecorded: () => options.valuesRecorded ?? false,
      version: '0',
    },
  );
  await connection.start();
  opened.push(connection);
  // Without one the test has a transport of its own, and never asks for this.
  const server = servers.at(-1) as ScriptedServer;
  const call = (silenceMs = 60_000, request: CallRequest = tool): ToolCall =>
    calls.start({ serverId: 's', request, by: 'person', silenceMs }, (c, signal, alive) =>
      connection.call(c, signal, alive),
    );
  return { clock, log, told, pages, server, servers, questions, calls, connection, call };
}

/** As long as the real one, and as telling. */
const seal = (text: string): string => `sealed ${text.length}`;

const tool: CallRequest = { method: 'tools/call', name: 't', arguments: { a: 1 } };
