/** The life of a call: it runs, it may wait for a person's answer and run on, and it ends once. */
import { isObject } from './json.ts';

/** Who makes a call. */
export type Caller = 'person' | 'model';
/** What a server is asked for: a tool, a prompt, or a resource (its address stands for its name). */
export type CallMethod = 'tools/call' | 'prompts/get' | 'resources/read';
export type CallRequest = { method: CallMethod; name: string; arguments: Record<string, unknown> };

export type CallState =
  | { state: 'running' }
  /** Nothing has been sent yet. */
  | { state: 'waiting for approval' }
  /** Not sent while a question waits: its server could answer it. */
  | { state: 'held back' }
  | { state: 'waiting for an answer' }
  /** An address was opened for it, and the server has not told that the person is done there. */
  | { state: 'waiting for the browser' }
  | { state: 'done'; result: CallResult }
  /** `byServer`: the message is the server's own. */
  | { state: 'failed'; message: string; byServer?: true }
  | { state: 'cancelled'; why: string }
  /** By the rules, or by the person. */
  | { state: 'not sent'; why: string };

/** What a server returned; `isError` is its own word that the tool did not do its work. */
export type CallResult = {
  isError: boolean;
  content: unknown[];
  structured?: unknown;
  /** What the person should know of it, in the host's own words. */
  remark?: string;
};

export type CallEvent =
  | { type: 'waits'; sent: boolean; questions: number; pages: number }
  | { type: 'hold' }
  | { type: 'refuse'; why: string }
  | { type: 'result'; result: CallResult }
  | { type: 'failure'; message: string; byServer?: true }
  | { type: 'cancel'; why: string };

export const isOver = (call: CallState): boolean =>
  call.state === 'done' || call.state === 'failed' || call.state === 'cancelled' || call.state === 'not sent';

export function step(call: CallState, event: CallEvent): CallState {
  if (isOver(call)) return call;
  switch (event.type) {
    case 'waits':
      if (event.questions > 0)
        return { state: event.sent ? 'waiting for an answer' : 'waiting for approval' };
      return event.pages > 0 ? { state: 'waiting for the browser' } : { state: 'running' };
    case 'hold':
      return { state: 'held back' };
    case 'result':
      return { state: 'done', result: event.result };
    case 'failure':
      return {
        ...{ state: 'failed', message: event.message },
        ...(event.byServer ? { byServer: true } : {}),
      };
    case 'cancel':
      return { state: 'cancelled', why: event.why };
    case 'refuse':
      return { state: 'not sent', why: event.why };
    default:
      return event satisfies never;
  }
}

/** The parameters of the request, from fixed keys: nothing that a caller wrote can add another. */
export function paramsOf({ method, name, arguments: args }: CallRequest): Record<string, unknown> {
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return { name, arguments: args };
    case 'resources/read':
      return { uri: name };
    default:
      return method satisfies never;
  }
}

/** Whatever a server returned for it, as content blocks. */
export function resultOf(method: CallMethod, result: unknown): CallResult {
  const raw = isObject(result) ? result : {};
  switch (method) {
    case 'tools/call':
      return {
        isError: raw.isError === true,
        content: listOf(raw.content),
        ...(raw.structuredContent === undefined ? {} : { structured: raw.structuredContent }),
      };
    case 'prompts/get':
      return { isError: false, content: listOf(raw.messages).flatMap(messageBlocks) };
    case 'resources/read':
      return { isError: false, content: listOf(raw.contents).map(resourceBlock) };
    default:
      return method satisfies never;
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const messageBlocks = (message: unknown): unknown[] =>
  isObject(message) ? [{ type: 'text', text: `${String(message.role)}:` }, message.content] : [];

const resourceBlock = (contents: unknown): unknown =>
  isObject(contents) && typeof contents.text === 'string'
    ? { type: 'text', text: contents.text }
    : { type: 'blob', ...(isObject(contents) ? contents : {}) };
