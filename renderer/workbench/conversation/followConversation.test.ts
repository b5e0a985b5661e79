import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ConversationChange,
  ConversationChanged,
  ConversationView,
} from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';
import { followConversation, type Reading } from './followConversation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const conversation = (text: string): ConversationView => ({
  conversationId: 'c',
  title: 'T',
  messages: [{ messageId: 'm', by: 'model', at: 0, text, calls: [] }],
  turn: { state: 'generating' },
});

type Answer = Awaited<ReturnType<Call>>;

/** Reads are answered by hand; `draws` holds what was drawn. */
function follow() {
  const answers: ((answer: Answer) => void)[] = [];
  const draws: Reading[] = [];
  const listeners = new Set<(changed: ConversationChanged) => void>();
  const call = vi.fn(() => new Promise<Answer>((resolve) => answers.push(resolve)));
  const stop = followConversation(
    'c',
    call as unknown as Call,
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    (reading) => draws.push(reading),
  );
  const hear = (number: number, change: ConversationChange, conversationId = 'c') => {
    for (const listener of listeners) listener({ conversationId, number, change });
  };
  const answer = async (answered: Answer) => {
    answers.shift()?.(answered);
    await vi.advanceTimersByTimeAsync(0);
  };
  const read = (text: string, number: number) =>
    answer({ ok: true, value: { conversation: conversation(text), number } });
  const drawn = () => {
    const last = draws.at(-1);
    return last?.state === 'read' ? last.conversation.messages[0]?.text : last?.state;
  };
  const grow = (number: number, text: string) => hear(number, { kind: 'text', messageId: 'm', text });
  return { call, draws, drawn, grow, hear, listeners, read, answer, stop };
}

describe('a conversation is followed', () => {
  it('from what was read, change by change', async () => {
    const { call, drawn, grow, read } = follow();
    expect(call).toHaveBeenCalledWith('readConversation', { conversationId: 'c' });
    await read('a', 4);
    expect(drawn()).toBe('a');
    grow(5, 'b');
    grow(6, 'c');
    vi.advanceTimersByTime(60);
    expect(drawn()).toBe('abc');
  });

  it('with text drawn now and then, and everything else at once with the text before it', async () => {
    const { draws, drawn, grow, hear, read } = follow();
    await read('', 0);
    for (let number = 1; number <= 100; number += 1) grow(number, 'x');
    expect(draws).toHaveLength(1);
    vi.advanceTimersByTime(60);
    expect(draws).toHaveLength(2);
    expect(drawn()).toBe('x'.repeat(100));
    grow(101, 'y');
    hear(102, { kind: 'turn', turn: { state: 'idle' } });
    expect(draws).toHaveLength(3);
    expect(drawn()).toBe(`${'x'.repeat(100)}y`);
    vi.advanceTimersByTime(1_000);
    expect(draws).toHaveLength(3);
  });

  it('with what came while it was read: the newer of it is applied, the older is in it', async () => {
    const { drawn, grow, read } = follow();
    grow(4, 'b');
    grow(5, 'c');
    await read('ab', 4);
    expect(drawn()).toBe('abc');
  });

  it('and read anew when a change was missed, once for all that comes meanwhile', async () => {
    const { call, drawn, grow, read } = follow();
    await read('a', 1);
    grow(3, 'c');
    grow(4, 'd');
    expect(call).toHaveBeenCalledTimes(2);
    expect(drawn()).toBe('a');
    await read('abc', 3);
    expect(drawn()).toBe('abcd');
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('again, when one was missed in what came while it was read', async () => {
    const { call, drawn, grow, read } = follow();
    grow(7, 'z');
    await read('a', 1);
    expect(call).toHaveBeenCalledTimes(2);
    await read('abz', 7);
    expect(drawn()).toBe('abz');
  });

  it('but not by what belongs to another', async () => {
    const { call, draws, hear, read } = follow();
    await read('a', 1);
    hear(9, { kind: 'title', title: 'X' }, 'd');
    vi.advanceTimersByTime(1_000);
    expect(draws).toHaveLength(1);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('no longer once it is stopped, whatever comes', async () => {
    const { draws, grow, listeners, read, stop } = follow();
    await read('a', 1);
    grow(2, 'b');
    stop();
    vi.advanceTimersByTime(1_000);
    expect(draws).toHaveLength(1);
    expect(listeners.size).toBe(0);
  });

  it('and that it cannot be read is told', async () => {
    const { draws, answer } = follow();
    await answer({ ok: false, code: 'unknown', message: 'There is no such conversation.' });
    expect(draws).toEqual([{ state: 'failed', why: 'There is no such conversation.' }]);
  });
});
