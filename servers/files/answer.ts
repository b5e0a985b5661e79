/**
 * What came back for the question, checked as if nobody had checked it before: another client may send anything.
 * Guards the file from an accept that no form could have given.
 */
import { Ajv, type ErrorObject } from 'ajv';
import { requestedSchema } from './question.ts';
import { printable } from './wording.ts';

export type Confirmation = { confirmName: string; reason: string; keepBackup: boolean };

export type Answer =
  | { kind: 'accepted'; confirmation: Confirmation }
  | { kind: 'declined' }
  | { kind: 'cancelled' }
  | { kind: 'invalid'; problems: string[] };

type Content = { confirm_name: string; reason: string; keep_backup?: boolean };

/** Builds the check once; the schema is our own constant, so compiling it is safe. */
export function answerCheck(): (result: unknown) => Answer {
  const valid = new Ajv({ allErrors: true, ownProperties: true }).compile<Content>(requestedSchema);
  return (result) => {
    const action = isPlainObject(result) ? result.action : undefined;
    if (action === 'decline') return { kind: 'declined' };
    if (action === 'cancel') return { kind: 'cancelled' };
    if (!isPlainObject(result) || action !== 'accept')
      return invalid('the action must be accept, decline or cancel');
    // Absent content counts as no fields filled in; null is something else.
    const content = Object.hasOwn(result, 'content') ? result.content : {};
    if (!isPlainObject(content)) return invalid('the content must be an object');
    const strays = Object.keys(content).filter((name) => !Object.hasOwn(requestedSchema.properties, name));
    if (strays.length > 0)
      return invalid(...strays.slice(0, 5).map((name) => `${printable(name, 50)}: was not asked for`));
    if (!valid(content)) return invalid(...(valid.errors ?? []).map(problemText));
    return { kind: 'accepted', confirmation: confirmationOf(content) };
  };
}

const invalid = (...problems: string[]): Answer => ({ kind: 'invalid', problems });

function confirmationOf(content: Content): Confirmation {
  const { confirm_name, reason, keep_backup = false } = content;
  return { confirmName: confirm_name, reason, keepBackup: keep_backup };
}

/** "reason: must NOT have fewer than 5 characters" */
function problemText(error: ErrorObject): string {
  const field = error.instancePath.slice(1);
  const problem = error.message ?? error.keyword;
  return field === '' ? problem : `${field}: ${problem}`;
}

/** An object as JSON makes one. A copy with "__proto__" among its names has another prototype, and fields by it. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** The same letters may be written in two ways: compared in one (NFC). */
export function isSameName(typed: string, given: string): boolean {
  return typed.normalize('NFC') === given.normalize('NFC');
}
