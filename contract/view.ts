/**
 * Read-only snapshots that the windows draw. Main owns the state; a window gets one of these whenever it changed.
 * All text in them has been made safe to show (`core/plainText.ts`).
 */
import type { Caller, CallMethod } from '../core/call.ts';
import type { FieldId, OptionId, TextFormat } from '../core/field.ts';
import type { ConversationsView } from './conversation.ts';

/** A field as a page may know it: labels, bounds and option ids, none of the values that go over the wire. */
export type FieldView = {
  id: FieldId;
  label: string;
  description?: string;
  required: boolean;
  control: ControlView;
  /** Filled in from the server's suggestion: typed text, an option's id, or yes/no. */
  suggested?: string | boolean | readonly string[];
  /** It was Countersign that filled it in. */
  preset?: true;
  /** The server suggested something that its own rules refuse. */
  suggestionIgnored?: true;
};

export type ControlView =
  | { kind: 'text'; minLength?: number; maxLength?: number; format?: TextFormat; secret?: true }
  | { kind: 'number'; integer: boolean; hint?: string }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: OptionView[] }
  | { kind: 'choices'; options: OptionView[]; hint?: string }
  | { kind: 'texts'; maxItems?: number; hint?: string }
  | { kind: 'fixed'; text: string }
  | { kind: 'agree' };

export type OptionView = { id: OptionId; label: string };

export type Problem = { field: FieldId; message: string };

/** What the question window shows. */
export type QuestionView = {
  questionId: string;
  /** By the name that the person gave it; `address` is its command or folder, `claim` what it says of itself. */
  server: { name: string; address: string; claim?: string };
  /** Tools of the calls that the question may belong to; empty for a permission. */
  calls: string[];
  /** How many other questions wait. */
  moreWaiting: number;
  /** When it expires: milliseconds since the epoch, and the same as local time. */
  until: { at: number; text: string };
  arming: ArmingView;
  /** The same was asked before in this call. */
  again: boolean;
  body:
    | FormBody
    | UrlBody
    | ProgramBody
    | RemoteBody
    | FoldersBody
    | ApprovalBody
    | PolicyBody
    | ForwardingBody
    | TraitsBody
    | RootsBody
    | ProviderBody
    | LinkBody;
  /** Set when the question is no longer open: why, in a sentence. */
  ended?: string;
};

export type FormBody = { kind: 'form'; message: string; fields: FieldView[] };
/** May this address be opened in the system's browser? `domain` is the part of the host that somebody registered. */
export type UrlBody = { kind: 'url'; message: string; address: AddressView };
export type AddressView = {
  before: string;
  domain: string;
  after: string;
  /** The host as it would be read, where it is spelled otherwise. */
  readsAs?: string;
  warnings: string[];
};
/** May this program be started? Every argument on a line of its own, names (never values) of its environment. */
export type ProgramBody = {
  kind: 'program';
  command: string;
  args: string[];
  cwd?: string;
  environment: string[];
  changed?: DifferenceView;
  /** What else the person says of it. */
  fields: FieldView[];
};
/** Lines of an entry that was accepted before, and of the same as it is now. */
export type DifferenceView = { gone: string[]; added: string[] };
/** May this server elsewhere be connected to? Names (never values) of the headers that are sent to it. */
export type RemoteBody = {
  kind: 'remote';
  address: AddressView;
  headers: string[];
  changed?: DifferenceView;
  fields: FieldView[];
};
/** May this call be sent? Not what the server may ask in it. */
export type ApprovalBody = {
  kind: 'approval';
  method: CallMethod;
  tool: string;
  /** As they will be sent, as indented JSON. */
  arguments: string;
  /** Names of those that the last approved call had not, or had otherwise. */
  newArguments: string[];
  by: Caller;
  /** Why it is asked. */
  because: string;
  /** The tool was approved before, as something else. */
  changed?: { before: string; after: string };
  /** For how long. */
  fields: FieldView[];
};
/** May these rules of policy.json be in force? */
export type PolicyBody = {
  kind: 'policy';
  added: string[];
  removed: string[];
  /** What was accepted before is not known any more. */
  lost?: true;
};
/**
 * May the record be sent to this collector, or no longer to the one before (without `address`)? Names (never values) of
 * the headers that go with it.
 */
export type ForwardingBody = {
  kind: 'forwarding';
  address?: AddressView;
  headers: string[];
  before?: string;
};
/** May the bundled file server work in these folders? */
export type FoldersBody = { kind: 'folders'; folders: string[]; changed?: DifferenceView };
/** What does the person say of this server? `driving` are tools that look as if they could drive the desktop. */
export type TraitsBody = { kind: 'traits'; driving: string[]; fields: FieldView[] };
/** Of which folders may this server know? `wanted`: it asked; else the person wants to change it. */
export type RootsBody = { kind: 'roots'; wanted: boolean; elsewhere: boolean; fields: FieldView[] };

/** May the model be reached at this address? Its key is typed here and goes nowhere else; `keptIn` says where it stays. */
export type ProviderBody = {
  kind: 'provider';
  model: string;
  address: AddressView;
  keptIn: 'key store' | 'memory';
  /** The one until now. */
  before?: string;
  fields: FieldView[];
};
/** May this address, which stands in a text of the model, be opened in the system's browser? */
export type LinkBody = { kind: 'link'; address: AddressView };

/** Why Accept is not to be had yet, or that it is. */
export type ArmingView =
  | 'settling'
  | 'read the message'
  | 'see every field'
  | 'open every fold'
  /** A call of a server that drives the desktop runs. */
  | 'held'
  | 'armed';

export type ServerView = {
  serverId: string;
  kind: 'program' | 'remote' | 'bundled';
  /** The command line, the address, or the folders of the bundled server. */
  address: string;
  /** `off`: the person switched it off. `pausing`: it ended by itself, and is started again at `startsAgainAt`. */
  state: 'off' | 'stopped' | 'asking' | 'starting' | 'ready' | 'pausing' | 'failed';
  /** What starting it is busy with: `Connecting…`, `Waiting for you to sign in`, `Listing what it offers…`. */
  doing?: string;
  startsAgainAt?: number;
  /** Why it failed, in a sentence that says what to do where that is known. */
  reason?: string;
  /** Its last failure (ms since the epoch), also when it runs again. */
  lastError?: { text: string; at: number };
  /** It answers nothing at all, not even whether it is there: not slow but stuck. */
  stuck: boolean;
  /** How it is spoken with. */
  transport: 'stdio' | 'streamable HTTP' | 'SSE' | 'message port';
  /** What it says that it can do, by the names of the protocol: tools, prompts, resources, logging… */
  capabilities: string[];
  /** What it says of how it wants to be used. */
  instructions?: string;
  /** Names of the variables that a program gets, its own among them. */
  environment: string[];
  /** Lines on its standard output that were no messages, and passed over. */
  noise: number;
  signIn: 'none' | 'wanted' | 'signed in';
  protocolVersion?: string;
  claim?: string;
  muted: boolean;
  /** What the person said of it, in words. */
  traits: string[];
  /** Folders that it is told of; null while that was not decided. */
  roots: string[] | null;
  tools: ToolView[];
  /** The last lines that a program wrote to its standard error. */
  log: string[];
};

/** A tool, a prompt or a resource. */
export type ToolView = {
  method: CallMethod;
  name: string;
  title?: string;
  description?: string;
  /** Whether a call of it would be sent, and why. */
  judged: { effect: 'allow' | 'ask' | 'deny'; because: string };
  /** Fields for its arguments, or why they can only be entered as JSON. */
  input: { kind: 'fields'; fields: FieldView[] } | { kind: 'json'; why: string };
};

export type CallView = {
  callId: string;
  serverId: string;
  tool: string;
  by: Caller;
  /** The arguments as they were sent, as indented JSON. */
  sent: string;
  startedAt: number;
  endedAt?: number;
  state:
    | 'running'
    | 'held back'
    | 'waiting for approval'
    | 'not sent'
    | 'waiting for an answer'
    | 'waiting for the browser'
    | 'done'
    | 'failed'
    | 'cancelled';
  /** Text of the result, of the failure, or why it was cancelled. */
  outcome?: string;
  /** The server's own word that the tool did not do its work. */
  isError?: boolean;
  /** What the host has to say of the result. */
  remark?: string;
  /** It waits until the person is done in the browser, and can be sent again. */
  canGoOn: boolean;
};

/** That a question is open; never what it asks. */
export type OpenQuestionView = {
  questionId: string;
  about:
    | 'a question'
    | 'a permission'
    | 'an approval'
    | 'the rules'
    | 'where the record is sent'
    | 'what it may do'
    | 'your folders'
    | 'your model'
    | 'a link';
  serverId: string;
  tools: string[];
  state: 'waiting' | 'shown' | 'set aside';
  until: { at: number; text: string };
};

/** Something that the person should know and that no dialog shows: a refusal, an expiry, a broken file. */
export type Notice = {
  noticeId: string;
  at: number;
  serverId?: string;
  text: string;
  tone: 'info' | 'warning';
  /** How often the same happened. */
  count: number;
};

/** The rules in force, and what the person approved for always. */
export type RulesView = {
  file: string;
  rules: { text: string; inert: boolean }[];
  /** The file says something else than what is in force, and waits for the person. */
  pending: boolean;
  machine: 'none' | 'in force' | 'unreadable';
  approvals: {
    key: string;
    serverId: string;
    tool: string;
    since: number;
    /** What the tool said of itself then, as indented JSON. */
    definition: string;
  }[];
  /** Servers that may start unasked, and their entries as they were accepted. */
  servers: { serverId: string; entry: string[] }[];
};

export type WorkbenchView = {
  servers: ServerView[];
  conversations: ConversationsView;
  rules: RulesView;
  calls: CallView[];
  questions: OpenQuestionView[];
  notices: Notice[];
  /** The sample folder, and the call that the first screen proposes. */
  sample: { folder: string; serverId: string; tool: string; filled: Record<string, string> };
  /** Where the record of calls and answers is kept. */
  auditFile: string;
  locale: { tag: string; decimalSign: '.' | ',' };
  /** Said at the top of the window: a development runtime, or no operating-system sandbox. */
  warnings: string[];
};
