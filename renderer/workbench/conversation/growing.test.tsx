// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageView } from '../../../contract/conversation.ts';
import { applyChange } from '../../../core/conversationView.ts';
import { Messages } from './Messages.tsx';
import { cutMessages, rowsIn } from './rows.ts';
import { conversation, model, withLayout } from './testing/shown.tsx';

beforeEach(() => withLayout(800));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const paragraph = 'Some *text* with `code` and a [link](https://example.com/a) and more words. ';
const prose = Array.from({ length: 400 }, (_, i) => `### Part ${i}\n\n${paragraph.repeat(7)}`).join('\n\n');
const openCode = `\`\`\`\n${'const a = 1; // a line of code\n'.repeat(6_600)}`;

/** 2,000 pieces, of which every twelfth is drawn: so many come at 200 a second between two drawings. */
function grow(text: string, draw: (messages: readonly MessageView[]) => void): void {
  let now = conversation({ messages: [model('m', text)] });
  draw(now.messages);
  for (let piece = 0; piece < 2_000; piece += 1) {
    const words = piece % 40 === 39 ? '\n\n' : `word${piece} `;
    now = applyChange(now, { kind: 'text', messageId: 'm', text: words }) ?? now;
    if (piece % 12 === 11) draw(now.messages);
  }
}

describe('a message of 200 KB that grows by 2,000 pieces', () => {
  it.each([
    ['prose', prose],
    ['code', openCode],
  ])('of %s is drawn a piece at a time, each drawing in a few milliseconds', (_name, text) => {
    expect(text.length).toBeGreaterThan(200_000);
    const took: number[] = [];
    const page = (messages: readonly MessageView[]) => (
      <Profiler id="messages" onRender={(_id, _phase, ms) => took.push(ms)}>
        <Messages messages={messages} locale="en" sought={undefined} onEdit={undefined} />
      </Profiler>
    );
    const { rerender } = render(page([]));
    grow(text, (messages) => act(() => rerender(page(messages))));
    took.sort((a, b) => a - b);
    const middle = took[took.length >> 1] ?? 0;
    console.log(
      `drawings ${took.length}, median ${middle.toFixed(1)} ms, longest ${took.at(-1)?.toFixed(1)} ms`,
    );
    // Far above what is measured (1 ms), far below what drawing all of it takes (hundreds).
    expect(middle).toBeLessThan(30);
  });

  it('keeps the rows of every other message, and the blocks of its own that are finished', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => model(`${index}`, `Message ${index}`));
    const before = cutMessages([...others, model('m', prose)], new Map());
    const after = cutMessages([...others, model('m', `${prose} more`)], before);
    for (const { messageId } of others) expect(after.get(messageId)).toBe(before.get(messageId));
    const [was, is] = [before, after].map((cut) => cut.get('m')?.blocks ?? []);
    expect(is).toHaveLength(was?.length ?? 0);
    expect(is?.filter((block, index) => block !== was?.[index]).length).toBeLessThanOrEqual(2);
    for (const { blocks } of rowsIn(after))
      expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(8_000);
  });
});
