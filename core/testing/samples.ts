/** Forty forms that real SDKs put on the wire, with contents; and what the form makes of a content. */
import fs from 'node:fs';
import path from 'node:path';
import type { Entry, Matches } from '../answer.ts';
import type { Field } from '../field.ts';

const folder = path.resolve(import.meta.dirname, 'schemas');

export const schemaOf = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));

export type Samples = { valid: Record<string, unknown>[]; invalid: unknown[] };
const samples: Record<string, Samples> = schemaOf('samples.json');

export const samplesOf = (name: string): Samples => samples[name] ?? { valid: [], invalid: [] };

export const names = fs
  .readdirSync(folder)
  .filter((name) => name !== 'samples.json')
  .sort();

export const matches: Matches = (pattern, text) => new RegExp(pattern, 'u').test(text);

/** What a person would do to send `value`; undefined where the control cannot express it at all. */
export function entryFor({ control }: Field, value: unknown): Entry[1] | undefined {
  const idOf = (v: unknown) =>
    'options' in control ? control.options.find((o) => o.value === v)?.id : undefined;
  switch (control.kind) {
    case 'boolean':
    case 'agree':
      return typeof value === 'boolean' ? value : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'choice':
      return idOf(value);
    case 'choices': {
      const ids = Array.isArray(value) ? value.map(idOf) : [undefined];
      return ids.every((id) => id !== undefined) ? ids : undefined;
    }
    case 'texts':
      return Array.isArray(value) && value.every((v) => typeof v === 'string') ? value : undefined;
    case 'fixed':
      return undefined;
    default:
      return control satisfies never;
  }
}

/** As the form sends it: no null, no empty optional text or list, fixed values filled in. */
export function asSent(fields: readonly Field[], content: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(content).filter(([name, value]) => {
    const optional = !fields.find((field) => field.name === name)?.required;
    return value !== null && !(optional && (value === '' || (Array.isArray(value) && value.length === 0)));
  });
  const fixed = fields.flatMap(({ name, control }) =>
    control.kind === 'fixed' ? [[name, control.value]] : [],
  );
  return Object.fromEntries([...kept, ...fixed]);
}

/** What the server suggests is filled in, and sent where it was left as it was. */
export const suggested = (
  fields: readonly Field[],
  content: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name, suggestion }) =>
      suggestion?.kind === 'used' &&
      suggestion.value !== '' &&
      (content[name] === undefined || content[name] === null)
        ? [[name, suggestion.value]]
        : [],
    ),
  );

/** In what the form sends something else than the content that it was given, in words. */
export function differences(fields: readonly Field[], content: Record<string, unknown>): string[] {
  const sent = { ...suggested(fields, content), ...sorted(fields, asSent(fields, content)) };
  const names = [...new Set([...Object.keys(content), ...Object.keys(sent)])];
  return names.flatMap((name) => {
    const [given, is] = [JSON.stringify(content[name]), JSON.stringify(sent[name])];
    if (given === is) return [];
    if (given === undefined || given === 'null')
      return [is === undefined ? `${name}: null left out` : `${name}: ${is} filled in`];
    return [is === undefined ? `${name}: empty, left out` : `${name}: in the server's order`];
  });
}

/** A list is sent in the schema's order. */
export function sorted(fields: readonly Field[], content: Record<string, unknown>): Record<string, unknown> {
  const order = ({ control }: Field, list: unknown[]) =>
    control.kind === 'choices'
      ? control.options.map((o) => o.value as unknown).filter((v) => list.includes(v))
      : list;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return [name, field && Array.isArray(value) ? order(field, value) : value];
    }),
  );
}

/** A required field whose only content is a null cannot be sent: null never is, so the form asks for an answer. */
export const canBeSent = (fields: readonly Field[], content: Record<string, unknown>): boolean =>
  !fields.some(({ name, required }) => required && content[name] === null);

/** Invalid for what the form would leave out anyway, or fill in: a null, an empty optional text, a list that is not there. */
export const isLeftOut = (fields: readonly Field[], content: Record<string, unknown>): boolean =>
  fields.some(({ name, required, control }) => {
    const isList = control.kind === 'texts' || control.kind === 'choices';
    return (
      content[name] === null ||
      (!required && content[name] === '') ||
      (required && isList && !(name in content))
    );
  });
