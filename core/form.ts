/**
 * A server's `requestedSchema` → the fields we can draw whole, or why not. Nothing of a form is ever dropped to
 * make the rest fit: a person who accepts must have seen, and been able to answer, all that was asked.
 * (MCP 2025-11-25, client/elicitation, "Requested Schema"; the SDKs strip keywords, so this reads the raw one.)
 */

import { checkValue, type Matches } from './answer.ts';
import { CannotDraw, refuseUnknown, type Schema } from './cannotDraw.ts';
import { readOptions } from './choices.ts';
import type { Control, Count, Field, TextControl, TextFormat, Value } from './field.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';
import { boundsByType, boundsOfOtherTypes } from './schemaKeywords.ts';
import { type Definitions, definitionsOf, standsFor } from './standsFor.ts';

export type ReadForm = { ok: true; fields: Field[] } | { ok: false; detail: string };

/**
 * `requestedSchema` as it came over the wire; absent means a question without fields. `matches` judges whether
 * a proposed value fits a pattern. `detail` is a sentence for the person.
 */
export function readForm(requestedSchema: unknown, matches: Matches): ReadForm {
  try {
    return { ok: true, fields: readRoot(requestedSchema, matches) };
  } catch (error) {
    if (error instanceof CannotDraw) return { ok: false, detail: error.message };
    throw error;
  }
}

function readRoot(root: unknown, matches: Matches): Field[] {
  if (root === undefined) return [];
  if (!isObject(root)) throw new CannotDraw('its schema is not an object');
  if (byteLength(root) > limits.schemaBytes)
    throw new CannotDraw(`its schema is larger than ${limits.schemaBytes / 1024} KiB`);
  if (root.type !== undefined && root.type !== 'object')
    throw new CannotDraw('its schema does not describe an object');
  refuseUnknown(root, ['type', 'properties', 'required', 'additionalProperties'], 'the form');

  const properties = root.properties ?? {};
  if (!isObject(properties)) throw new CannotDraw('its properties are not an object');
  const names = Object.keys(properties);
  if (names.length > limits.fields)
    throw new CannotDraw(`it has ${names.length} fields; at most ${limits.fields} are drawn`);
  const required = readRequired(root.required, names);
  const definitions = definitionsOf(root);
  return names.map((name, index) =>
    readField(name, properties[name], index, required.has(name), definitions, matches),
  );
}

function readRequired(required: unknown, names: readonly string[]): Set<string> {
  if (required === undefined) return new Set();
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    throw new CannotDraw('its list of required fields is not a list of names');
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new CannotDraw(`it requires "${missing}" but does not describe it`);
  return new Set(required);
}

function readField(
  name: string,
  described: unknown,
  index: number,
  required: boolean,
  definitions: Definitions,
  matches: Matches,
): Field {
  // A JSON text may hold an own "__proto__"; every object literal on the way to the server would lose it.
  if (name === '__proto__') throw new CannotDraw('a field is named "__proto__"');
  if (!isObject(described)) throw new CannotDraw(`the field "${name}" has no description of its type`);
  const schema = standsFor(name, described, definitions);
  const control = readControl(name, schema);
  const field: Field = { id: `f${index}`, name, required, control };
  if (typeof schema.title === 'string' && schema.title.trim() !== '') field.title = schema.title;
  if (typeof schema.description === 'string') field.description = schema.description;
  return schema.default === undefined || schema.default === null
    ? field
    : { ...field, suggestion: readSuggestion(field, schema.default, matches) };
}

function readControl(name: string, schema: Schema): Control {
  if ('const' in schema) return readConst(name, schema);
  const options = readOptions(name, schema);
  if (options) return { kind: 'choice', options };
  switch (schema.type) {
    case 'string':
      return readText(name, schema);
    case 'number':
    case 'integer':
      return readNumber(name, schema, schema.type === 'integer');
    case 'boolean':
      refuseUnknown(schema, ['type', ...boundsOfOtherTypes([])], `the field "${name}"`);
      return { kind: 'boolean' };
    case 'array':
      return readList(name, schema);
    default:
      throw new CannotDraw(`the field "${name}" is ${typeInWords(schema)}, which is not drawn`);
  }
}

const typeInWords = (schema: Schema): string => {
  if (typeof schema.type === 'string') return `of type "${schema.type.slice(0, 40)}"`;
  return Array.isArray(schema.type) ? 'of several types' : 'of no single type';
};

const formats: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

function readText(name: string, schema: Schema): TextControl {
  const own = boundsByType.string;
  refuseUnknown(schema, ['type', ...own, ...boundsOfOtherTypes(own)], `the field "${name}"`);
  const control: TextControl = { kind: 'text' };
  const minLength = readCount(name, schema, 'minLength');
  const maxLength = readCount(name, schema, 'maxLength');
  const pattern = readPattern(name, schema.pattern);
  const format = formats.find((known) => known === schema.format);
  if (minLength !== undefined) control.minLength = minLength;
  if (maxLength !== undefined) control.maxLength = maxLength;
  if (pattern !== undefined) control.pattern = pattern;
  if (format !== undefined) control.format = format;
  return control;
}

function readPattern(name: string, pattern: unknown): string | undefined {
  if (pattern === undefined) return undefined;
  if (typeof pattern !== 'string' || compilePattern(pattern) === undefined)
    throw new CannotDraw(`the field "${name}" has a pattern that cannot be read`);
  return pattern;
}

/** By ECMA-262 with the `u` flag, else without: legal patterns of other languages fail only the first. */
export function compilePattern(pattern: string): { source: string; flags: string } | undefined {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return { source: pattern, flags };
    } catch {
      // Not legal with these flags; the next, or none.
    }
  }
  return undefined;
}

function readNumber(name: string, schema: Schema, integer: boolean): Control {
  const own = boundsByType.number;
  refuseUnknown(schema, ['type', ...own, ...boundsOfOtherTypes(own)], `the field "${name}"`);
  const control: Extract<Control, { kind: 'number' }> = { kind: 'number', integer };
  for (const key of own) {
    const bound = schema[key];
    if (bound === undefined) continue;
    if (typeof bound !== 'number' || (key === 'multipleOf' && bound <= 0))
      throw new CannotDraw(`the field "${name}" has a ${key} that is not a number`);
    control[key] = bound;
  }
  return control;
}

/** A list of choices, or of texts; nothing else is drawn in a list. */
function readList(name: string, schema: Schema): Control {
  refuseUnknown(schema, ['type', 'items', ...countKeys, ...boundsOfOtherTypes([])], `the field "${name}"`);
  const { items } = schema;
  if (!isObject(items)) throw new CannotDraw(`the field "${name}" is a list of anything, which is not drawn`);
  const count: Count = {};
  for (const key of ['minItems', 'maxItems'] as const) {
    const bound = readCount(name, schema, key);
    if (bound !== undefined) count[key] = bound;
  }
  if (schema.uniqueItems === true) count.uniqueItems = true;
  const options = readOptions(name, items);
  if (options) return { kind: 'choices', options, ...count };
  if (items.type === 'string') return { kind: 'texts', item: readText(name, items), ...count };
  throw new CannotDraw(`the field "${name}" is a list of ${typeInWords(items)}, which is not drawn`);
}

const countKeys = ['minItems', 'maxItems', 'uniqueItems'] as const;

/** One value alone: shown and sent, or a box that has to be ticked. */
function readConst(name: string, schema: Schema): Control {
  refuseUnknown(schema, ['type', 'const', 'enum'], `the field "${name}"`);
  const value = schema.const;
  if (value === true) return { kind: 'agree' };
  const fits =
    value === false || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  const listed = !Array.isArray(schema.enum) || schema.enum.includes(value);
  const typed = schema.type === undefined || constTypes(value).includes(schema.type);
  if (!fits || !listed || !typed)
    throw new CannotDraw(`the field "${name}" has one fixed value that cannot be shown or sent`);
  return { kind: 'fixed', value: value as string | number | false };
}

const constTypes = (value: unknown): unknown[] =>
  typeof value === 'number' ? (Number.isInteger(value) ? ['integer', 'number'] : ['number']) : [typeof value];

const readCount = (
  name: string,
  schema: Schema,
  key: 'minLength' | 'maxLength' | 'minItems' | 'maxItems',
): number | undefined => {
  const count = schema[key];
  if (count === undefined) return undefined;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    throw new CannotDraw(`the field "${name}" has a ${key} that is not a whole number`);
  return count;
};

function readSuggestion(field: Field, proposed: unknown, matches: Matches): NonNullable<Field['suggestion']> {
  // What has one value needs no proposal, and a tick is the person's alone.
  if (field.control.kind === 'fixed' || field.control.kind === 'agree') return { kind: 'ignored' };
  return isValue(proposed) && checkValue(field, proposed, matches) === undefined
    ? { kind: 'used', value: proposed }
    : { kind: 'ignored' };
}

const isValue = (value: unknown): value is Value =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'));

const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
