/**
 * What a server put into `elicitation/create`, read from the raw parameters: a form or an address to ask about, or
 * the refusal that the server gets. One decision for everything that can be wrong with a question before a person
 * sees it, in every revision of the protocol.
 */

import type { AddressView } from '../contract/view.ts';
import type { Matches } from './answer.ts';
import type { Field } from './field.ts';
import { readForm } from './form.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';
import { markText } from './plainText.ts';
import { asksForSecret, isTyped, secretIn } from './sensitive.ts';
import { readUrl } from './url.ts';

export type Elicitation =
  | { kind: 'form'; message: string; fields: Field[] }
  /** `elicitationId` is what the server will call it by when it tells that the person is done there. */
  | { kind: 'url'; message: string; href: string; address: AddressView; elicitationId?: string };

export type Refusal =
  | { kind: 'malformed'; detail: string }
  | { kind: 'unsupported'; detail: string }
  | { kind: 'secret'; detail: string }
  | { kind: 'address'; detail: string }
  | { kind: 'outside a call'; detail: string }
  | { kind: 'duplicate id'; detail: string }
  | { kind: 'flood'; detail: string }
  | { kind: 'muted'; detail: string }
  | { kind: 'window lost'; detail: string };

export type ReadElicitation = { ok: true; elicitation: Elicitation } | { ok: false; refusal: Refusal };

/** `asker`: where the server runs, which decides whether it may have a page of this machine opened. */
export type Asker = 'local' | 'remote';

/** `params` as they came over the wire. The details are sentences for the person and for the record. */
export function readElicitation(params: unknown, matches: Matches, asker: Asker): ReadElicitation {
  if (!isObject(params)) return malformed('its parameters are not an object');
  const { mode = 'form', message } = params;
  if (mode !== 'form' && mode !== 'url') return malformed('its mode is neither "form" nor "url"');
  if (typeof message !== 'string') return malformed('it has no message');
  if (new TextEncoder().encode(message).length > limits.messageBytes)
    return refused('unsupported', `its message is larger than ${limits.messageBytes / 1024} KiB`);
  return mode === 'url'
    ? readAddress(params, message, asker)
    : readFields(params.requestedSchema, message, matches);
}

function readFields(schema: unknown, message: string, matches: Matches): ReadElicitation {
  const form = readForm(schema, matches);
  const secret = secretOf(message, schema, form.ok ? form.fields : []);
  if (secret !== undefined) return refused('secret', `it asks for ${secret}`);
  if (!form.ok) return refused('unsupported', form.detail);
  return { ok: true, elicitation: { kind: 'form', message: markText(message), fields: form.fields } };
}

function readAddress(params: Record<string, unknown>, message: string, asker: Asker): ReadElicitation {
  const { elicitationId, url } = params;
  if (elicitationId !== undefined && typeof elicitationId !== 'string')
    return malformed('its elicitationId is not a text');
  const read = readUrl(url, asker);
  if (!read.ok) return refused('address', read.detail);
  const { href, address } = read;
  return {
    ok: true,
    elicitation: {
      ...{ kind: 'url', message: markText(message), href, address },
      ...(elicitationId === undefined ? {} : { elicitationId }),
    },
  };
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
const refused = (kind: 'unsupported' | 'secret' | 'address', detail: string): ReadElicitation => ({
  ok: false,
  refusal: { kind, detail },
});
