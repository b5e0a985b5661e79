/** A conversation whose model says what the test writes, with real calls, real questions and a scripted server. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ConversationChanged, ConversationView } from '../../contract/conversation.ts';
import { fromModel } from '../../contract/model.ts';
import { applyChange } from '../../core/conversationView.ts';
import { ConversationFiles } from '../conversationFiles.ts';
import { Conversations } from '../conversations.ts';
import type { Generate, Heard, Outcome } from '../modelPage.ts';
import { connected, type Options, stopAll } from './connected.ts';
import { counter } from './fakes.ts';

/** What the model says in one answer; `end` is how it ends. */
export type Said = {
  text?: readonly string[];
  calls?: readonly { name: string; arguments: unknown }[];
  end?: Outcome['type'] | 'never';
};

const open: Awaited<ReturnType<typeof conversing>>[] = [];

/** Ends every one that was begun, and its connection. */
export async function endAll(): Promise<void> {
  for (const bench of open.splice(0)) await bench.done();
  await stopAll();
}

export async function begin(options: Options = {}) {
  const bench = await conversing(options);
  open.push(bench);
  return bench;
}

async function conversing(options: Options) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-conversations-'));
  let refresh = () => {};
  const bench = await connected({ ...options, changed: () => refresh() });
  const asked: Generate[] = [];
  const changes: ConversationChanged[] = [];
  const told: string[] = [];
  let script: (asked: Generate, nth: number) => Said = () => ({ text: ['Done.'] });

  const generate = async (
    request: Generate,
    _using: unknown,
    heard: (part: Heard) => void,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    asked.push(structuredClone(request));
    const { turn } = request;
    const said = script(request, asked.length - 1);
    for (const text of said.text ?? []) heard(part({ type: 'text', turn, text }));
    for (const [n, call] of (said.calls ?? []).entries())
      heard(
        part({
          type: 'call',
          turn,
          toolCallId: `model ${n}`,
          name: call.name,
          arguments: textOf(call.arguments),
        }),
      );
    if (said.end === 'never')
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ type: 'failed', turn, message: 'Stopped' }));
      });
    return said.end === 'failed'
      ? { type: 'failed', turn, message: 'broken off' }
      : { type: 'finished', turn, why: 'stop' };
  };

  const files = new ConversationFiles(
    folder,
    () => new Date(0),
    (text) => told.push(text),
  );
  const make = () =>
    new Conversations({
      ...{ files, page: { generate }, calls: bench.calls, questions: bench.questions, clock: bench.clock },
      connections: { all: [bench.connection], find: () => bench.connection } as never,
      provider: () => ({
        provider: { kind: 'compatible', model: 'm', address: 'http://127.0.0.1:1/v1' },
        key: 'k',
      }),
      newId: counter(),
      record: async (event) => void bench.log.push(event),
      tell: (text) => told.push(text),
      send: (change) => changes.push(change),
      changed: () => {},
    });
  const conversations = make();
  refresh = () => conversations.refresh();
  const conversationId = conversations.begin();
  const begun = conversations.view(conversationId)?.conversation as ConversationView;
  const read = () => conversations.view(conversationId)?.conversation as ConversationView;
  return {
    ...bench,
    ...{ folder, asked, changes, told, conversations, conversationId, files, make, read },
    follow: (next: typeof script) => {
      script = next;
    },
    /** What a window would show, from the changes that it was sent. */
    shown: () => changes.reduce((view, { change }) => applyChange(view, change) ?? view, begun),
    say: (text = 'Do it') => conversations.say(conversationId, text),
    settled: () =>
      bench.server.until(() =>
        ['idle', 'stopped', 'failed', 'step limit'].includes(read().turn.state) ? read() : undefined,
      ),
    done: async () => {
      await conversations.close();
      await files.close();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** As the page's messages are read in main. */
const part = (message: object): Heard => fromModel.parse(message) as Heard;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
