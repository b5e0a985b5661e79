/**
 * A conversation with a model, as the workbench draws it. Text of models and servers has been made safe to show
 * (`core/plainText.ts`); that a question is open is told, never what it asks.
 */

/** What is shown of all conversations, in every snapshot. */
export type ConversationsView = {
  /** The provider that the person accepted; null while there is none. */
  provider: ProviderView | null;
  /** The one that changed last comes first. */
  list: ConversationEntry[];
};

export type ConversationEntry = {
  conversationId: string;
  title: string;
  changedAt: number;
  turn: TurnView['state'];
};

export type ProviderKind = 'anthropic' | 'openai' | 'google' | 'compatible';
export type ProviderView = {
  kind: ProviderKind;
  model: string;
  /** The one address that the model's page reaches. */
  address: string;
  /** Where its key is; in memory it is gone when the app is closed. */
  key: 'key store' | 'memory' | 'none';
};

/** One conversation whole, as it is when it is read; `ConversationChanged` goes on from there. */
export type ConversationView = {
  conversationId: string;
  title: string;
  messages: MessageView[];
  turn: TurnView;
};

export type MessageView =
  | { messageId: string; by: 'person'; at: number; text: string }
  | {
      messageId: string;
      by: 'model';
      at: number;
      /** Markdown, as the model wrote it; it may still grow. */
      text: string;
      calls: ModelCallView[];
      /** What the host has to say of it: stopped, cut off by a limit, failed. */
      remark?: string;
    };

/** A call that the model made. */
export type ModelCallView = {
  toolCallId: string;
  /** Empty where the model named a tool that does not exist. */
  serverId: string;
  tool: string;
  /** As indented JSON. */
  arguments: string;
  state:
    | 'asking policy'
    | 'waiting for approval'
    | 'running'
    | 'waiting for an answer'
    | 'waiting for the browser'
    | 'done'
    | 'tool error'
    | 'failed'
    | 'denied'
    | 'cancelled';
  /** Text of the result, or why there is none. */
  outcome?: string;
};

/** What goes on in it now. */
export type TurnView =
  | { state: 'idle' }
  | { state: 'generating' }
  /** Calls run that the model made. */
  | { state: 'calling' }
  /** A dialog is open, or waits: which server and tool it is about, and not a word of what it asks. */
  | {
      state: 'waiting for you';
      about: 'an approval' | 'an answer' | 'the browser';
      serverId: string;
      tool: string;
    }
  | { state: 'stopped' }
  /** It may be tried again. */
  | { state: 'failed'; why: string }
  /** The model made calls in so many steps that the person has to say whether it goes on. */
  | { state: 'step limit'; steps: number };

/** What happened to it, in order. */
export type ConversationChange =
  /** A message that is new, or another one by now. */
  | { kind: 'message'; message: MessageView }
  /** The message of the model grows. */
  | { kind: 'text'; messageId: string; text: string }
  | { kind: 'turn'; turn: TurnView }
  | { kind: 'title'; title: string }
  /** Everything after this message is gone; null: everything is. */
  | { kind: 'cut'; after: string | null };

/** From main to the workbench; numbers go up by one in each conversation. */
export type ConversationChanged = { conversationId: string; number: number; change: ConversationChange };

export type SearchHit = { conversationId: string; title: string; messageId: string; excerpt: string };
export type LocalProvider = { name: string; address: string; models: string[] };

/** The workbench's channels for it, a part of `WorkbenchChannels` (`ipc.ts`). */
export type ConversationChannels = {
  newConversation: { input: null; output: { conversationId: string } };
  readConversation: {
    input: { conversationId: string };
    output: { conversation: ConversationView; number: number };
  };
  /** Refused while a turn goes on. */
  say: { input: { conversationId: string; text: string }; output: null };
  /** Says something else instead of an earlier message of the person's; what came after it is gone. */
  sayInstead: { input: { conversationId: string; messageId: string; text: string }; output: null };
  /** After a failure, a stop or the limit of steps: goes on from where it is. */
  goOnWithTurn: { input: { conversationId: string }; output: null };
  stopTurn: { input: { conversationId: string }; output: null };
  renameConversation: { input: { conversationId: string; title: string }; output: null };
  deleteConversation: { input: { conversationId: string }; output: null };
  searchConversations: { input: { text: string }; output: { hits: SearchHit[] } };
  /** Main opens the system's dialog for where to write it. */
  exportConversation: { input: { conversationId: string }; output: null };
  /** Asked in the question window, with the whole address. */
  openLink: { input: { url: string }; output: null };
  /** Asked in the question window, which also takes the key. `address` only for a compatible one. */
  chooseProvider: { input: { kind: ProviderKind; model: string; address: string }; output: null };
  /** Looks on loopback for providers that run there. */
  findLocalProviders: { input: null; output: { found: LocalProvider[] } };
  forgetProvider: { input: null; output: null };
};

/** Message from main to the workbench. */
export const conversationMessage = 'workbench:conversation';
