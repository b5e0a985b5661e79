/**
 * Which window may call which channel, and what comes back. Preload, handlers and the test that walks every
 * channel with every wrong sender are derived from this. A *free* channel changes nothing that protects the
 * person; what widens, runs or sends something new is *asked* in the question window and has no channel here.
 */
import type { Filter, Story } from '../core/activity.ts';
import type { Entry } from '../core/answer.ts';
import type { Unseen } from '../core/arming.ts';
import type { CallMethod } from '../core/call.ts';
import type { ConversationChanged, ConversationChannels } from './conversation.ts';
import type { ServerChannels } from './servers.ts';
import type { Problem, WorkbenchView } from './view.ts';

export type Ok<T> = { ok: true; value: T };
export type Refused = { ok: false; code: string; message: string; problems?: Problem[] };
/** A refusal is a value with a code: `undefined` would look like success. */
export type Result<T> = Ok<T> | Refused;

/** `later` sets the question aside; it is no answer and nothing is sent. */
export type AnswerInput = {
  questionId: string;
  action: 'accept' | 'decline' | 'cancel' | 'later';
  /** For accept: what was entered, field by field. */
  content?: Entry[];
  /** For cancel: how the person cancelled, and what should end with it. */
  also?: 'stop call' | 'mute server';
  by?: 'button' | 'escape';
};

/** A tool's arguments: the fields that main offered, or JSON where it offered none. */
export type CallInput = {
  serverId: string;
  method: CallMethod;
  /** Its name; of a resource its address. */
  tool: string;
  arguments: { kind: 'fields'; content: Entry[] } | { kind: 'json'; text: string };
};

/** A page of what happened: `reader` goes on with an earlier one, null begins at the end of the record. */
export type ActivityInput = { reader: string | null; filter: Filter };
export type ActivityPage = {
  stories: Story[] /** Null when there is nothing older. */;
  reader: string | null;
};

export type QuestionChannels = {
  /** The one function that the page gets. */
  answerInput: { input: AnswerInput; output: null };
  /** Said by the preload alone; each can only delay an accept. */
  drawn: { input: { questionId: string; height: number }; output: null };
  painted: { input: { questionId: string }; output: null };
  seen: { input: { questionId: string; unseen: Unseen[] }; output: null };
};

export type WorkbenchChannels = ConversationChannels &
  ServerChannels & {
    getView: { input: null; output: WorkbenchView };
    startCall: { input: CallInput; output: { callId: string } };
    cancelCall: { input: { callId: string }; output: null };
    /** Sends a call again whose addresses were opened; one that still runs is cancelled first. */
    retryCall: { input: { callId: string }; output: null };
    bringBack: { input: { questionId: string }; output: null };
    startServer: { input: { serverId: string }; output: null };
    stopServer: { input: { serverId: string }; output: null };
    readActivity: { input: ActivityInput; output: ActivityPage };
    /** Tightens, so it is not asked. */
    revokeApproval: { input: { key: string }; output: null };
    /** Tightens too: it is stopped, and asked about before it starts again. */
    revokeServer: { input: { serverId: string }; output: null };
    showPolicyFile: { input: null; output: null };
    /** Both are asked in the question window. */
    changeTraits: { input: { serverId: string }; output: null };
    changeRoots: { input: { serverId: string }; output: null };
    unmuteServer: { input: { serverId: string }; output: null };
    resetSample: { input: null; output: null };
    dismissNotice: { input: { noticeId: string }; output: null };
    showAuditFile: { input: null; output: null };
    showLogFile: { input: null; output: null };
  };

export type Channels = { question: QuestionChannels; workbench: WorkbenchChannels };
export type WindowKind = keyof Channels;

/** Messages from main to a window. */
export const questionMessage = 'question:shown';
export const workbenchMessage = 'workbench:changed';

export const channelName = (window: WindowKind, channel: string): string => `${window}:${channel}`;

/** What the preloads put on `window`. */
export type QuestionBridge = {
  answerInput(input: AnswerInput): Promise<Result<null>>;
};
export type WorkbenchBridge = {
  call<C extends keyof WorkbenchChannels>(
    channel: C,
    input: WorkbenchChannels[C]['input'],
  ): Promise<Result<WorkbenchChannels[C]['output']>>;
  /** Calls `listener` with each new snapshot; returns how to stop. */
  onChanged(listener: (view: WorkbenchView) => void): () => void;
  /** The same for each change of any conversation. */
  onConversation(listener: (changed: ConversationChanged) => void): () => void;
};
