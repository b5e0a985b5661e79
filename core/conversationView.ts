/** A conversation as a window knows it, and what a change from main makes of it. */
import type {
  ConversationChange,
  ConversationChanged,
  ConversationView,
  MessageView,
} from '../contract/conversation.ts';

/** What is known, and the number of the last change in it. */
export type Known = { conversation: ConversationView; number: number };

/** `missed`: something in between is not known, so that it has to be read anew. An older change does nothing. */
export function applyChanged(known: Known, { conversationId, number, change }: ConversationChanged) {
  if (conversationId !== known.conversation.conversationId || number <= known.number) return known;
  if (number > known.number + 1) return 'missed';
  const conversation = applyChange(known.conversation, change);
  return conversation === undefined ? 'missed' : { conversation, number };
}

/** Undefined where the change speaks of a message that is not there. */
export function applyChange(
  conversation: ConversationView,
  change: ConversationChange,
): ConversationView | undefined {
  switch (change.kind) {
    case 'message':
      return { ...conversation, messages: withMessage(conversation.messages, change.message) };
    case 'text': {
      const messages = withText(conversation.messages, change);
      return messages && { ...conversation, messages };
    }
    case 'turn':
      return { ...conversation, turn: change.turn };
    case 'title':
      return { ...conversation, title: change.title };
    case 'cut': {
      const messages = cutAfter(conversation.messages, change.after);
      return messages && { ...conversation, messages };
    }
    default:
      return change satisfies never;
  }
}

function withMessage(messages: MessageView[], message: MessageView): MessageView[] {
  const at = placeOf(messages, message.messageId);
  return at === -1 ? [...messages, message] : messages.with(at, message);
}

/** Only what the model says grows. */
function withText(
  messages: MessageView[],
  { messageId, text }: { messageId: string; text: string },
): MessageView[] | undefined {
  const at = placeOf(messages, messageId);
  const message = messages[at];
  if (message?.by !== 'model') return undefined;
  return messages.with(at, { ...message, text: message.text + text });
}

function cutAfter(messages: MessageView[], after: string | null): MessageView[] | undefined {
  if (after === null) return [];
  const at = placeOf(messages, after);
  return at === -1 ? undefined : messages.slice(0, at + 1);
}

/** From the end, where nearly everything happens. */
const placeOf = (messages: MessageView[], messageId: string): number =>
  messages.findLastIndex((message) => message.messageId === messageId);
