import { describe, expect, it } from 'vitest';
import type { ConversationChange, ConversationView, MessageView } from '../contract/conversation.ts';
import { applyChange, applyChanged } from './conversationView.ts';

const person = (messageId: string, text = 'Hello'): MessageView => ({ messageId, by: 'person', at: 1, text });
const model = (messageId: string, text = 'Hi'): MessageView => ({
  messageId,
  by: 'model',
  at: 2,
  text,
  calls: [],
});
const conversation = (messages: MessageView[]): ConversationView => ({
  conversationId: 'c',
  title: 'Files',
  messages,
  turn: { state: 'idle' },
});

const before = conversation([person('1'), model('2'), person('3')]);

describe('a change makes of a conversation', () => {
  it.each<[string, ConversationChange, Partial<ConversationView>]>([
    [
      'one with another message',
      { kind: 'message', message: model('4') },
      { messages: [...before.messages, model('4')] },
    ],
    [
      'one with the message as it is now',
      { kind: 'message', message: model('2', 'Other') },
      { messages: [person('1'), model('2', 'Other'), person('3')] },
    ],
    [
      'one with more text in the message of the model',
      { kind: 'text', messageId: '2', text: ' there' },
      { messages: [person('1'), model('2', 'Hi there'), person('3')] },
    ],
    [
      'one in another turn',
      { kind: 'turn', turn: { state: 'generating' } },
      { turn: { state: 'generating' } },
    ],
    ['one with another title', { kind: 'title', title: 'Notes' }, { title: 'Notes' }],
    ['a shorter one', { kind: 'cut', after: '1' }, { messages: [person('1')] }],
    ['the same, cut after its last message', { kind: 'cut', after: '3' }, {}],
    ['an empty one', { kind: 'cut', after: null }, { messages: [] }],
  ])('%s', (_name, change, difference) => {
    expect(applyChange(before, change)).toEqual({ ...before, ...difference });
  });

  it.each<[string, ConversationChange]>([
    ['text of a message that is not there', { kind: 'text', messageId: '9', text: 'x' }],
    ['text of what the person said', { kind: 'text', messageId: '1', text: 'x' }],
    ['a cut after a message that is not there', { kind: 'cut', after: '9' }],
  ])('nothing: %s', (_name, change) => {
    expect(applyChange(before, change)).toBeUndefined();
  });

  it('a new value, with the messages that are as they were being the same', () => {
    const after = applyChange(before, { kind: 'text', messageId: '2', text: '!' });
    expect(before.messages[1]).toEqual(model('2'));
    expect(after?.messages[0]).toBe(before.messages[0]);
    expect(after?.messages[2]).toBe(before.messages[2]);
  });
});

describe('by its number', () => {
  const known = { conversation: before, number: 7 };
  const title = (number: number, conversationId = 'c') =>
    applyChanged(known, { conversationId, number, change: { kind: 'title', title: 'T' } });

  it('the next one is applied', () => {
    expect(title(8)).toEqual({ conversation: { ...before, title: 'T' }, number: 8 });
  });

  it.each([
    ['one that is in it', 7, 'c'],
    ['an older one', 3, 'c'],
    ['one of another conversation', 8, 'd'],
  ])('%s does nothing', (_name, number, conversationId) => {
    expect(title(number, conversationId)).toBe(known);
  });

  it('one after a gap is missed, and so is one that does not fit', () => {
    expect(title(9)).toBe('missed');
    expect(applyChanged(known, { conversationId: 'c', number: 8, change: { kind: 'cut', after: '9' } })).toBe(
      'missed',
    );
  });
});
