/** What the workbench shows of a conversation, after one more change. Values in, values out: main and page agree by it. */
import type { ConversationChange, ConversationView, MessageView } from '../contract/conversation.ts';

export function apply(view: ConversationView, change: ConversationChange): ConversationView {
  switch (change.kind) {
    case 'message':
      return { ...view, messages: withMessage(view.messages, change.message) };
    case 'text':
      return {
        ...view,
        messages: view.messages.map((message) =>
          message.messageId === change.messageId ? { ...message, text: message.text + change.text } : message,
        ),
      };
    case 'turn':
      return { ...view, turn: change.turn };
    case 'title':
      return { ...view, title: change.title };
    case 'cut': {
      const at = view.messages.findIndex(({ messageId }) => messageId === change.after);
      return { ...view, messages: view.messages.slice(0, at + 1) };
    }
    default:
      return change satisfies never;
  }
}

function withMessage(messages: readonly MessageView[], message: MessageView): MessageView[] {
  const at = messages.findIndex(({ messageId }) => messageId === message.messageId);
  return at < 0 ? [...messages, message] : messages.with(at, message);
}
