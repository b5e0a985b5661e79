/** One line for each channel of the conversations. */
import type { Result } from '../contract/ipc.ts';
import type { Conversation } from '../core/conversation.ts';
import type { Conversations } from './conversations.ts';
import type { Caller } from './handlers.ts';
import type { Handlers } from './ipc.ts';
import { findLocalProviders, type ModelProvider } from './modelProvider.ts';

export type ConversationHandlersDeps = {
  conversations: Conversations;
  provider: ModelProvider;
  /** Why it is not asked, or undefined. */
  openLink: (url: string) => string | undefined;
  exportConversation: (conversation: Conversation) => Promise<void>;
};

const done: Result<null> = { ok: true, value: null };
const no = (message: string): Result<never> => ({ ok: false, code: 'not-now', message });
const whether = (refusal: string | undefined): Result<null> => (refusal === undefined ? done : no(refusal));

type Channels =
  | 'newConversation'
  | 'readConversation'
  | 'say'
  | 'sayInstead'
  | 'goOnWithTurn'
  | 'stopTurn'
  | 'renameConversation'
  | 'deleteConversation'
  | 'searchConversations'
  | 'exportConversation'
  | 'openLink'
  | 'chooseProvider'
  | 'findLocalProviders'
  | 'forgetProvider';

export const makeConversationHandlers = ({
  conversations,
  provider,
  openLink,
  exportConversation,
}: ConversationHandlersDeps): Pick<Handlers<Caller>['workbench'], Channels> => ({
  newConversation: () => ({ ok: true, value: { conversationId: conversations.begin() } }),
  readConversation: ({ conversationId }) => {
    const value = conversations.view(conversationId);
    return value === undefined ? no('This conversation is not there any more.') : { ok: true, value };
  },
  say: ({ conversationId, text }) => whether(conversations.say(conversationId, text)),
  sayInstead: ({ conversationId, messageId, text }) =>
    whether(conversations.sayInstead(conversationId, messageId, text)),
  goOnWithTurn: ({ conversationId }) => whether(conversations.goOn(conversationId)),
  stopTurn: ({ conversationId }) => {
    conversations.stop(conversationId);
    return done;
  },
  renameConversation: ({ conversationId, title }) => {
    conversations.rename(conversationId, title);
    return done;
  },
  deleteConversation: async ({ conversationId }) => {
    await conversations.remove(conversationId);
    return done;
  },
  searchConversations: ({ text }) => ({ ok: true, value: { hits: conversations.search(text) } }),
  exportConversation: async ({ conversationId }) => {
    const conversation = conversations.find(conversationId);
    if (conversation === undefined) return no('This conversation is not there any more.');
    await exportConversation(conversation);
    return done;
  },
  openLink: ({ url }) => whether(openLink(url)),
  chooseProvider: (wanted) => whether(provider.choose(wanted)),
  findLocalProviders: async () => ({ ok: true, value: { found: await findLocalProviders() } }),
  forgetProvider: async () => {
    await provider.forget();
    return done;
  },
});
