/**
 * How a question ended → what its server is told. The only place in which an accept for a server is written.
 * A table of all rows stands in `ending.test.ts`.
 */
import type { Content } from './answer.ts';
import type { Refusal } from './elicitation.ts';
import type { Ending } from './question.ts';

export type Answer = { action: 'accept'; content?: Content } | { action: 'decline' | 'cancel' };

export type Reply =
  | { kind: 'result'; result: Answer }
  | { kind: 'error'; code: number; message: string }
  /** The server must get nothing: it withdrew the question itself, or is gone. */
  | { kind: 'none' };

const cancel: Reply = { kind: 'result', result: { action: 'cancel' } };
const decline: Reply = { kind: 'result', result: { action: 'decline' } };

export function replyTo(ending: Ending): Reply {
  switch (ending.kind) {
    case 'accepted':
      return { kind: 'result', result: acceptOf(ending.content) };
    case 'declined':
      return decline;
    case 'cancelled':
    case 'expired':
    case 'not opened':
      return cancel;
    case 'withdrawn':
      return ending.why === 'server' || ending.why === 'connection' ? { kind: 'none' } : cancel;
    case 'refused':
      return replyToRefused(ending.refusal);
    default:
      return ending satisfies never;
  }
}

const acceptOf = (content: Content | undefined): Answer =>
  content === undefined ? { action: 'accept' } : { action: 'accept', content };

/** In 2026-07-28 there is no reply but another request: the answer that goes into it, or why none is sent. */
export type RoundAnswer =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'no retry'; code: number; why: string };

export function answerInRound(ending: Ending): RoundAnswer {
  if (ending.kind === 'withdrawn') return { kind: 'no retry', code: -32000, why: tellEnding(ending) };
  const reply = replyTo(ending);
  switch (reply.kind) {
    case 'result':
      return { kind: 'answer', answer: reply.result };
    case 'error':
      return { kind: 'no retry', code: reply.code, why: reply.message };
    case 'none':
      return { kind: 'no retry', code: -32000, why: tellEnding(ending) };
    default:
      return reply satisfies never;
  }
}

function replyToRefused(refusal: Refusal): Reply {
  switch (refusal.kind) {
    case 'unsupported':
    case 'secret':
    case 'address':
    case 'muted':
    case 'window lost':
      return decline;
    case 'malformed':
      return { kind: 'error', code: -32602, message: `The question was refused: ${refusal.detail}` };
    case 'outside a call':
    case 'duplicate id':
      return { kind: 'error', code: -32600, message: `The question was refused: ${refusal.detail}` };
    case 'flood':
      return { kind: 'error', code: -32000, message: `The question was refused: ${refusal.detail}` };
    default:
      return refusal satisfies never;
  }
}

/** One line for the person: why a question is no longer open, or was never shown. */
export function tellEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'accepted':
      return 'Accepted by you';
    case 'declined':
      return 'Declined by you';
    case 'cancelled':
      return cancelledBy[ending.by];
    case 'not opened':
      return `The address could not be opened: ${ending.detail}`;
    case 'expired':
      return ending.seen
        ? 'Not answered in time. Nothing was accepted'
        : 'Expired before it could be shown. Nothing was accepted';
    case 'withdrawn':
      return withdrawnBecause[ending.why];
    case 'refused':
      return `Refused by Countersign: ${ending.refusal.detail}`;
    default:
      return ending satisfies never;
  }
}

const cancelledBy = {
  button: 'Cancelled by you',
  escape: 'Cancelled by you (Escape)',
  'window closed': 'Cancelled by you (dialog closed)',
  'stop call': 'Cancelled by you, with its call',
  'mute server': 'Cancelled by you; this server may not ask again until it is restarted or unmuted',
} as const;

const withdrawnBecause = {
  'call ended': 'The call that asked has ended',
  server: 'The server stopped waiting for an answer',
  quit: 'Countersign was closed',
  connection: 'The connection to the server was lost',
  'tool changed': 'The tool is another one than you were shown',
} as const;
