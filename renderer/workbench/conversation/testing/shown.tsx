/** The page with a main process of a few lines: what it was asked is kept, what it says comes from the test. */
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type {
  ConversationChange,
  ConversationChanged,
  ConversationsView,
  ConversationView,
  MessageView,
  ModelCallView,
  ProviderView,
} from '../../../../contract/conversation.ts';
import type { Result } from '../../../../contract/ipc.ts';
import type { Call } from '../../App.tsx';
import { ConversationPage } from '../ConversationPage.tsx';

export const person = (messageId: string, text: string): MessageView => ({
  messageId,
  by: 'person',
  at: 1,
  text,
});
export const model = (
  messageId: string,
  text: string,
  calls: ModelCallView[] = [],
  more: { remark?: string } = {},
): MessageView => ({ messageId, by: 'model', at: 2, text, calls, ...more });

export const provider: ProviderView = {
  kind: 'anthropic',
  model: 'm',
  address: 'https://api.example',
  key: 'key store',
};

export const conversation = (more: Partial<ConversationView> = {}): ConversationView => ({
  conversationId: 'c',
  title: 'Notes',
  messages: [person('1', 'Hello *you*'), model('2', 'Hi **there**')],
  turn: { state: 'idle' },
  ...more,
});

type Answers = Partial<Record<string, (input: never) => Result<unknown>>>;

/** happy-dom lays nothing out: the list is told that it is high enough, and so is every row. */
export function withLayout(height = 4_000): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
}

export function show(
  conversations: ConversationView[],
  { answers = {}, has = provider }: { answers?: Answers; has?: ProviderView | null } = {},
) {
  const listeners = new Set<(changed: ConversationChanged) => void>();
  const numbers: Record<string, number> = {};
  const call = vi.fn(async (channel: string, input: never): Promise<Result<unknown>> => {
    const answered = answers[channel]?.(input);
    if (answered !== undefined) return answered;
    if (channel !== 'readConversation') return { ok: true, value: null };
    const { conversationId } = input as { conversationId: string };
    const value = conversations.find((one) => one.conversationId === conversationId);
    return { ok: true, value: { conversation: value, number: numbers[conversationId] ?? 0 } };
  });
  const view: ConversationsView = {
    provider: has,
    list: conversations.map(({ conversationId, title, turn }) => ({
      conversationId,
      title,
      changedAt: 0,
      turn: turn.state,
    })),
  };
  const onChooseModel = vi.fn();
  const onConversation = (listener: (changed: ConversationChanged) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const rendered = render(
    <ConversationPage
      conversations={view}
      locale="en"
      call={call as unknown as Call}
      onConversation={onConversation}
      onChooseModel={onChooseModel}
    />,
  );
  const change = (changed: ConversationChange, conversationId = 'c') => {
    numbers[conversationId] = (numbers[conversationId] ?? 0) + 1;
    const number = numbers[conversationId];
    act(() => {
      for (const listener of listeners) listener({ conversationId, number, change: changed });
    });
  };
  const asked = (channel: string) =>
    call.mock.calls.filter(([name]) => name === channel).map(([, input]) => input);
  return { ...rendered, asked, change, onChooseModel, user: userEvent.setup() };
}
