/**
 * What goes on the record: one JSON line for each event, in words that a person can search. Names of arguments
 * and fields are recorded, their values are not; messages of servers are, since they are what was agreed to.
 */
import { createHash } from 'node:crypto';
import type { AddressView } from '../contract/view.ts';
import type { Content } from './answer.ts';
import type { Caller, CallMethod } from './call.ts';
import type { Effect } from './policy.ts';
import type { Ending, Via } from './question.ts';
import type { Body } from './questionView.ts';

export type AuditEvent =
  | { event: 'app started'; version: string; electron: string; sandbox: boolean }
  | { event: 'app quit' }
  | { event: 'torn line set aside'; characters: number }
  | { event: 'rules accepted'; rules: string[] }
  | {
      event: 'call judged';
      call: string;
      server: string;
      tool: string;
      by: Caller;
      effect: Effect;
      because: string;
      /** After it was approved, or since its tool changed meanwhile. */
      again?: true;
    }
  /** The origin of the collector's address, or nothing where none is sent to any more. */
  | { event: 'forwarding accepted'; address: string }
  | { event: 'call approved'; call: string; scope: string }
  | { event: 'approval revoked'; server: string; tool: string }
  | { event: 'server revoked'; server: string }
  | { event: 'record begun'; key: string; keptIn: 'key store' | 'file'; why: string }
  | { event: 'record does not hold'; why: string }
  | { event: 'server accepted' | 'server not accepted'; server: string; address: string }
  /** What the person says of it: trusted, drives the desktop, values kept. */
  | { event: 'server described'; server: string; traits: string[] }
  /** The folders that it may know of. */
  | { event: 'folders shared'; server: string; folders: string[] }
  | { event: 'folders told'; server: string; count: number }
  /** The origin of its address, or nothing where none is used any more. */
  | { event: 'provider accepted'; provider: string; model: string; address: string }
  | { event: 'call by model refused'; tool: string; why: string; times: number }
  /** A question waits, and its server could press the button. */
  | { event: 'call held back'; call: string; server: string }
  | { event: 'server ready'; server: string; protocol: string; claim: string }
  | { event: 'server ended'; server: string; why: string }
  | {
      event: 'call sent';
      call: string;
      server: string;
      method: CallMethod;
      tool: string;
      by: Caller;
      arguments: string[];
      /** Of the values, salted with a secret of the record: its owner alone can say whether they were these. */
      digest: string;
      /** Only where the person wants them kept for this server. */
      values?: Record<string, unknown>;
    }
  | {
      event: 'call ended';
      call: string;
      outcome: 'done' | 'tool error' | 'failed' | 'cancelled' | 'not sent';
      why?: string;
      /** An answer had been accepted and no result came: what the server did with it is not known. */
      unknown?: true;
    }
  | {
      event: 'question asked';
      question: string;
      server: string;
      calls: string[];
      about: Body['kind'];
      message: string;
      fields: string[];
      /** Of the schema that the server sent. */
      schema?: string;
      /** Of an address only where it leads and a digest: the rest of it may hold a secret of the person's. */
      address?: { origin: string; digest: string };
      until: string;
    }
  | { event: 'question shown' | 'question set aside' | 'window lost'; question: string }
  | {
      event: 'question ended';
      question: string;
      ending: string;
      via?: Via;
      fields?: string[];
      digest?: string;
      values?: Content;
    }
  | { event: 'page opened'; question: string }
  | { event: 'page not opened'; question: string; why: string }
  | { event: 'page done'; server: string; calls: string[] }
  | { event: 'answer sent'; question: string; action: string }
  | { event: 'answer not delivered'; question: string }
  /** A call goes on by another request: with answers, with the state alone, or after addresses were opened. */
  | { event: 'call continued'; call: string; round: number; answers: number }
  | { event: 'question refused'; server: string; calls: string[]; why: string; detail: string }
  | {
      event: 'answer refused';
      channel: string;
      code: string;
      from: string;
      times: number;
      question?: string;
    };

/** How a question ended, as the record says it. */
export function endingInWords(ending: Ending): string {
  switch (ending.kind) {
    case 'accepted':
      return 'answered: accept';
    case 'declined':
      return 'answered: decline';
    case 'cancelled':
      return `answered: cancel (${ending.by})`;
    case 'not opened':
      return 'accepted, not opened';
    case 'expired':
      return ending.seen ? 'expired (seen)' : 'expired (unseen)';
    case 'withdrawn':
      return `withdrawn: ${ending.why}`;
    case 'refused':
      return `refused by host: ${ending.refusal.kind}`;
    default:
      return ending satisfies never;
  }
}

/**
 * `until` in ms since the epoch, `schema` a digest of what the server sent. The message is recorded as it was shown, the
 * fields by their names.
 */
export const askedEvent = (
  question: { questionId: string; serverId: string; callIds: readonly string[]; body: Body },
  until: number,
  schema?: string,
): AuditEvent => ({
  event: 'question asked',
  question: question.questionId,
  server: question.serverId,
  calls: [...question.callIds],
  about: question.body.kind,
  message: messageOf(question.body),
  fields: question.body.kind === 'form' ? question.body.fields.map((field) => field.name) : [],
  ...(schema === undefined ? {} : { schema }),
  ...(question.body.kind === 'url' || question.body.kind === 'link'
    ? { address: addressOf(question.body.href) }
    : {}),
  until: new Date(until).toISOString(),
});

const addressOf = (href: string) => ({
  origin: new URL(href).origin,
  digest: createHash('sha256').update(href).digest('hex'),
});

function messageOf(body: Body): string {
  switch (body.kind) {
    case 'form':
    case 'url':
      return body.message;
    case 'program':
      return [body.command, ...body.args].join(' ');
    case 'remote':
      return addressText(body.address);
    case 'forwarding':
      return body.address === undefined
        ? 'Send the record nowhere?'
        : new URL(addressText(body.address)).origin;
    case 'approval':
      return `Send this call of ${body.tool}?`;
    case 'policy':
      return [...body.added.map((rule) => `+ ${rule}`), ...body.removed.map((rule) => `- ${rule}`)].join(
        '\n',
      );
    case 'folders':
      return body.folders.join(', ');
    case 'traits':
      return 'What may this server do?';
    case 'provider':
      return `Reach the model ${body.model} at ${new URL(addressText(body.address)).origin}?`;
    case 'link':
      return `Open a page of ${new URL(body.href).origin}?`;
    case 'roots':
      return 'Of which folders may this server know?';
    default:
      return body satisfies never;
  }
}

const addressText = ({ before, domain, after }: AddressView): string => `${before}${domain}${after}`;

/** `seal` makes a salted digest of what was answered; the values themselves only where they are wanted. */
export const endedEvent = (
  questionId: string,
  ending: Ending,
  seal: (text: string) => string,
  valuesRecorded = false,
): AuditEvent => ({
  event: 'question ended',
  question: questionId,
  ending: endingInWords(ending),
  ...(ending.kind === 'accepted' ? ofAnswer(ending, seal) : {}),
  ...(ending.kind === 'accepted' && valuesRecorded && ending.content !== undefined
    ? { values: ending.content }
    : {}),
});

const ofAnswer = (
  { via, content = {} }: Extract<Ending, { kind: 'accepted' }>,
  seal: (text: string) => string,
) => ({ via, fields: Object.keys(content), digest: seal(JSON.stringify(content)) });

/** A repeated refusal is counted and not repeated: the 1st, 10th, 100th … is written. */
export const isWorthALine = (times: number): boolean => Number.isInteger(Math.log10(times));
