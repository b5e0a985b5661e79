/**
 * What a server put into `elicitation/create`, read from the raw parameters: a form to ask, or the refusal that
 * the server gets. One decision for everything that can be wrong with a question before a person sees it.
 */

import type { Matches } from './answer.ts';
import type { Field } from './field.ts';
import { readForm } from './form.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';
import { markText } from './plainText.ts';
import { asksForSecret, isTyped, secretIn } from './sensitive.ts';

export type Elicitation = { message: string; fields: Field[] };

export type Refusal =
  | { kind: 'malformed'; detail: string }
  | { kind: 'unsupported'; detail: string }
  | { kind: 'secret'; detail: string }
  | { kind: 'outside a call'; detail: string }
  | { kind: 'duplicate id'; detail: string }
  | { kind: 'flood'; detail: string }
  | { kind: 'muted'; detail: string }
  | { kind: 'window lost'; detail: string };

export type ReadElicitation = { ok: true; elicitation: Elicitation } | { ok: false; refusal: Refusal };

/** `params` as they came over the wire. The details are sentences for the person and for the record. */
export function readElicitation(params: unknown, matches: Matches): ReadElicitation {
  if (!isObject(params)) return malformed('its parameters are not an object');
  const { mode, message, requestedSchema } = params;
  if (mode !== undefined && mode !== 'form') return malformed(`its mode is not "form", the only one offered`);
  if (typeof message !== 'string') return malformed('it has no message');
  if (new TextEncoder().encode(message).length > limits.messageBytes)
    return refused('unsupported', `its message is larger than ${limits.messageBytes / 1024} KiB`);
  const form = readForm(requestedSchema, matches);
  const secret = secretOf(message, requestedSchema, form.ok ? form.fields : []);
  if (secret !== undefined) return refused('secret', `it asks for ${secret}`);
  if (!form.ok) return refused('unsupported', form.detail);
  return { ok: true, elicitation: { message: markText(message), fields: form.fields } };
}

/** The message alone counts only where there is something to type an answer into. */
function secretOf(message: string, schema: unknown, fields: readonly Field[]): string | undefined {
  const asked = asksForSecret(fields, rawFormats(schema));
  if (asked !== undefined) return asked;
  const typed = fields.some(isTyped);
  return typed ? secretIn(message) : undefined;
}

const rawFormats = (schema: unknown): unknown[] => {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties)
    ? Object.values(properties).map((property) => (isObject(property) ? property.format : undefined))
    : [];
};

const malformed = (detail: string): ReadElicitation => ({
  ok: false,
  refusal: { kind: 'malformed', detail },
});
const refused = (kind: 'unsupported' | 'secret', detail: string): ReadElicitation => ({
  ok: false,
  refusal: { kind, detail },
});
