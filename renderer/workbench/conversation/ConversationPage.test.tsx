// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelCallView, TurnView } from '../../../contract/conversation.ts';
import { conversation, model, person, show, withLayout } from './testing/shown.tsx';

beforeEach(() => withLayout());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const box = () => screen.findByRole('textbox', { name: 'Your message' });
const button = (name: string) => screen.findByRole('button', { name });

describe('a conversation is drawn', () => {
  it('with what the person wrote as it is, and what the model wrote as markdown', async () => {
    show([conversation()]);
    expect(await screen.findByText('Hello *you*')).toBeTruthy();
    expect((await screen.findByText('there')).tagName).toBe('STRONG');
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'You',
      'Model',
    ]);
  });

  it.each<[ModelCallView['state'], string]>([
    ['asking policy', 'asking the rules'],
    ['waiting for approval', 'waiting for your approval, not sent yet'],
    ['running', 'running'],
    ['waiting for an answer', 'waiting for your answer in the other window'],
    ['waiting for the browser', 'waiting until you are done in the browser'],
    ['done', 'done'],
    ['tool error', 'the tool reports an error'],
    ['failed', 'failed'],
    ['denied', 'denied, not sent'],
    ['cancelled', 'cancelled'],
  ])('with a call that is %s, folded', async (state, text) => {
    const call = { toolCallId: 't', serverId: 'files', tool: 'delete_file', arguments: '{"a": 1}', state };
    show([conversation({ messages: [model('2', '', [{ ...call, outcome: '<b>gone</b>' }])] })]);
    const fold = (await screen.findByText('delete_file')).closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.querySelector('summary')?.textContent).toContain(text);
    expect(fold?.textContent).toContain('{"a": 1}');
    expect(fold?.textContent).toContain('<b>gone</b>');
    expect(fold?.querySelector('b')).toBeNull();
  });

  it('with a call of a tool that does not exist', async () => {
    const call = {
      toolCallId: 't',
      serverId: '',
      tool: 'answerInput',
      arguments: '{}',
      state: 'failed' as const,
    };
    show([conversation({ messages: [model('2', '', [call])] })]);
    expect(await screen.findByText('no such tool')).toBeTruthy();
  });

  it.each<[TurnView, string]>([
    [
      { state: 'waiting for you', about: 'an answer', serverId: 'files', tool: 'delete_file' },
      'Waiting for you: “files” asks about delete_file, in its own window',
    ],
    [
      { state: 'waiting for you', about: 'an approval', serverId: 'files', tool: 'delete_file' },
      'Waiting for you: whether delete_file may be called on “files”, in its own window',
    ],
    [{ state: 'failed', why: 'No connection.' }, 'It failed: No connection.'],
    [{ state: 'step limit', steps: 20 }, 'The model made calls in 20 steps. It goes on only if you say so.'],
    [{ state: 'generating' }, 'The model is writing…'],
  ])('with what goes on: %j', async (turn, text) => {
    show([conversation({ turn })]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('with what the host has to say of a message', async () => {
    show([conversation({ messages: [model('2', 'Hi', [], { remark: 'Cut off by a limit.' })] })]);
    expect(await screen.findByText('Cut off by a limit.')).toBeTruthy();
  });

  it('and asks for a link to be opened instead of opening it', async () => {
    const { asked, user } = show([conversation({ messages: [model('2', '[docs](https://example.org/x)')] })]);
    await user.click(await button('docs example.org'));
    expect(asked('openLink')).toEqual([{ url: 'https://example.org/x' }]);
  });

  it('with a few rows of a thousand messages and of a message of 200 KB', async () => {
    vi.restoreAllMocks();
    withLayout(600);
    const messages = Array.from({ length: 1_000 }, (_, index) => model(`${index}`, `Message ${index}`));
    messages[999] = model('999', 'A paragraph of the long one.\n\n'.repeat(7_000));
    show([conversation({ messages })]);
    await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0));
    expect(screen.getAllByRole('article').length).toBeLessThan(30);
  });
});

describe('a finished message is announced', () => {
  it('once, and nothing while it grows', async () => {
    const { change, container } = show([conversation({ turn: { state: 'generating' } })]);
    await screen.findByText('there');
    const announced = () => container.querySelector('[aria-live="polite"]')?.textContent;
    change({ kind: 'text', messageId: '2', text: ' and more' });
    expect(announced()).toBe('');
    change({ kind: 'turn', turn: { state: 'idle' } });
    await waitFor(() => expect(announced()).toBe('The model says: Hi **there** and more'));
  });

  it('but not what was there before', async () => {
    const { container } = show([conversation()]);
    await screen.findByText('there');
    expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('');
  });
});

describe('what the person types', () => {
  it('is said by Enter, and Shift+Enter is a new line', async () => {
    const { asked, user } = show([conversation()]);
    await user.type(await box(), 'a{Shift>}{Enter}{/Shift}b{Enter}');
    expect(asked('say')).toEqual([{ conversationId: 'c', text: 'a\nb' }]);
    expect(((await box()) as HTMLTextAreaElement).value).toBe('');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'is not said by the Enter of an input method: %j',
    async (how) => {
      const { asked, user } = show([conversation()]);
      await user.type(await box(), 'にほん');
      fireEvent.keyDown(await box(), { key: 'Enter', ...how });
      expect(asked('say')).toEqual([]);
      fireEvent.keyDown(await box(), { key: 'Enter' });
      expect(asked('say')).toHaveLength(1);
    },
  );

  it('stays when it is refused, with the reason', async () => {
    const { user } = show([conversation()], {
      answers: { say: () => ({ ok: false, code: 'busy', message: 'A turn goes on.' }) },
    });
    await user.type(await box(), 'a{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('A turn goes on.');
    expect(((await box()) as HTMLTextAreaElement).value).toBe('a');
  });

  it('and nothing but blanks is not said', async () => {
    const { asked, user } = show([conversation()]);
    await user.type(await box(), '  {Enter}');
    expect(asked('say')).toEqual([]);
  });

  it('stays with its conversation', async () => {
    const { user } = show([conversation(), conversation({ conversationId: 'd', title: 'Other' })]);
    await user.type(await box(), 'draft');
    await user.click(await button('Other Jan 1, 1970'));
    expect(((await box()) as HTMLTextAreaElement).value).toBe('');
    await user.click(await button('Notes Jan 1, 1970'));
    expect(((await box()) as HTMLTextAreaElement).value).toBe('draft');
  });

  it('cannot be said while a turn goes on, which can be stopped', async () => {
    const { asked, user } = show([conversation({ turn: { state: 'calling' } })]);
    await user.type(await box(), 'a{Enter}');
    expect(asked('say')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click(await button('Stop'));
    expect(asked('stopTurn')).toEqual([{ conversationId: 'c' }]);
  });

  it('can be said instead of an earlier message, or that one kept', async () => {
    const { asked, user } = show([conversation()]);
    await user.click(await button('Edit'));
    expect(document.activeElement).toBe(await box());
    await user.click(await button('Keep it as it was'));
    expect(((await box()) as HTMLTextAreaElement).value).toBe('');
    await user.click(await button('Edit'));
    await user.type(await box(), '!');
    await user.click(await button('Say this instead'));
    expect(asked('sayInstead')).toEqual([{ conversationId: 'c', messageId: '1', text: 'Hello *you*!' }]);
    expect(asked('say')).toEqual([]);
  });

  it('has nowhere to go without a model, and the page says how to choose one', async () => {
    const { onChooseModel, user } = show([conversation()], { has: null });
    await user.click(await button('Choose a model'));
    expect(onChooseModel).toHaveBeenCalled();
    expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull();
  });
});

describe('a turn that ended early', () => {
  it.each<[TurnView, string]>([
    [{ state: 'failed', why: 'x' }, 'Try again'],
    [{ state: 'stopped' }, 'Try again'],
    [{ state: 'step limit', steps: 3 }, 'Go on'],
  ])('goes on when the person says so: %j', async (turn, name) => {
    const { asked, user } = show([conversation({ turn })]);
    await user.click(await button(name));
    expect(asked('goOnWithTurn')).toEqual([{ conversationId: 'c' }]);
  });
});

describe('a whole conversation', () => {
  it('is begun', async () => {
    const { asked, user } = show([], {
      answers: { newConversation: () => ({ ok: true, value: { conversationId: 'n' } }) },
    });
    await user.click(await button('New conversation'));
    expect(asked('newConversation')).toEqual([null]);
  });

  it('is renamed', async () => {
    const { asked, user } = show([conversation()]);
    await user.click(await button('Rename'));
    const name = await screen.findByRole('textbox', { name: 'Name of this conversation' });
    await user.clear(name);
    await user.type(name, 'Files{Enter}');
    expect(asked('renameConversation')).toEqual([{ conversationId: 'c', title: 'Files' }]);
  });

  it('is exported', async () => {
    const { asked, user } = show([conversation()]);
    await user.click(await button('Export…'));
    expect(asked('exportConversation')).toEqual([{ conversationId: 'c' }]);
  });

  it('is deleted only after a second press, on a button that does not have the focus', async () => {
    const { asked, user } = show([conversation()]);
    await user.click(await button('Delete…'));
    expect(document.activeElement).toBe(await button('Keep it'));
    await user.keyboard('{Enter}');
    expect(asked('deleteConversation')).toEqual([]);
    await user.click(await button('Delete…'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Delete it' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Notes');
    await user.click(await button('Delete…'));
    await user.click(await button('Delete it'));
    expect(asked('deleteConversation')).toEqual([{ conversationId: 'c' }]);
  });

  it('is found by its words, and the message is shown', async () => {
    const hit = { conversationId: 'd', title: 'Other', messageId: '7', excerpt: '…seven…' };
    const other = conversation({ conversationId: 'd', title: 'Other', messages: [person('7', 'seven')] });
    const { asked, user } = show([conversation(), other], {
      answers: { searchConversations: () => ({ ok: true, value: { hits: [hit] } }) },
    });
    await user.type(await screen.findByRole('searchbox'), 'seven');
    await user.click(await screen.findByText('…seven…'));
    expect(asked('searchConversations')).toEqual([{ text: 'seven' }]);
    await screen.findByRole('region', { name: 'Other' });
    await waitFor(() => expect(document.querySelector('[data-sought]')?.textContent).toContain('seven'));
  });

  it('whose search fails says so instead of finding nothing', async () => {
    const { user } = show([conversation()], {
      answers: { searchConversations: () => ({ ok: false, code: 'x', message: 'It cannot be read.' }) },
    });
    await user.type(await screen.findByRole('searchbox'), 'x');
    expect(await screen.findByText('It cannot be read.')).toBeTruthy();
  });

  it('is listed with whether it waits for the person', async () => {
    const turn: TurnView = { state: 'waiting for you', about: 'an answer', serverId: 's', tool: 't' };
    show([conversation({ turn })]);
    const list = await screen.findByRole('navigation', { name: 'Conversations' });
    expect(within(list).getByText(/waits for you/)).toBeTruthy();
  });
});
