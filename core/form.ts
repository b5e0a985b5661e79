/**
 * A server's `requestedSchema` → the fields we can draw whole, or why not. Nothing of a form is ever dropped to
 * make the rest fit: a person who accepts must have seen, and been able to answer, all that was asked.
 * (MCP 2025-11-25, client/elicitation, "Requested Schema"; the SDKs strip keywords, so this reads the raw one.)
 */

import { checkValue, type Matches } from './answer.ts';
import type { Control, Field, Option, TextFormat } from './field.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';
import { boundsByType, boundsOfOtherTypes, unknownRestriction } from './schemaKeywords.ts';

export type ReadForm = { ok: true; fields: Field[] } | { ok: false; detail: string };

class CannotDraw extends Error {}

type Schema = Record<string, unknown>;

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
  return names.map((name, index) => readField(name, properties[name], index, required.has(name), matches));
}

function readRequired(required: unknown, names: readonly string[]): Set<string> {
  if (required === undefined) return new Set();
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    throw new CannotDraw('its list of required fields is not a list of names');
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new CannotDraw(`it requires "${missing}" but does not describe it`);
  return new Set(required);
}

function readField(name: string, schema: unknown, index: number, required: boolean, matches: Matches): Field {
  // A JSON text may hold an own "__proto__"; every object literal on the way to the server would lose it.
  if (name === '__proto__') throw new CannotDraw('a field is named "__proto__"');
  if (!isObject(schema)) throw new CannotDraw(`the field "${name}" has no description of its type`);
  const control = readControl(name, schema);
  const field: Field = { id: `f${index}`, name, required, control };
  if (typeof schema.title === 'string' && schema.title.trim() !== '') field.title = schema.title;
  if (typeof schema.description === 'string') field.description = schema.description;
  return schema.default === undefined || schema.default === null
    ? field
    : { ...field, suggestion: readSuggestion(field, schema.default, matches) };
}

function readControl(name: string, schema: Schema): Control {
  const choice = readChoice(name, schema);
  if (choice) return choice;
  switch (schema.type) {
    case 'string':
      return readText(name, schema);
    case 'number':
    case 'integer':
      return readNumber(name, schema, schema.type === 'integer');
    case 'boolean':
      refuseUnknown(schema, ['type', ...boundsOfOtherTypes([])], `the field "${name}"`);
      return { kind: 'boolean' };
    default:
      throw new CannotDraw(`the field "${name}" is ${described(schema)}, which is not drawn`);
  }
}

const described = (schema: Schema): string => {
  if (typeof schema.type === 'string') return `of type "${schema.type.slice(0, 40)}"`;
  return Array.isArray(schema.type) ? 'of several types' : 'of no single type';
};

const formats: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

function readText(name: string, schema: Schema): Control {
  const own = boundsByType.string;
  refuseUnknown(schema, ['type', ...own, ...boundsOfOtherTypes(own)], `the field "${name}"`);
  const control: Extract<Control, { kind: 'text' }> = { kind: 'text' };
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

const readCount = (name: string, schema: Schema, key: 'minLength' | 'maxLength'): number | undefined => {
  const count = schema[key];
  if (count === undefined) return undefined;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    throw new CannotDraw(`the field "${name}" has a ${key} that is not a whole number`);
  return count;
};

/** enum with or without enumNames, or oneOf/anyOf of titled constants; strings or whole numbers. */
function readChoice(name: string, schema: Schema): Control | undefined {
  const key = (['enum', 'oneOf', 'anyOf'] as const).find((candidate) => candidate in schema);
  if (key === undefined) return undefined;
  refuseUnknown(schema, ['type', key], `the field "${name}"`);
  const listed = schema[key];
  if (!Array.isArray(listed) || listed.length === 0)
    throw new CannotDraw(`the field "${name}" has no choices`);
  if (listed.length > limits.choices)
    throw new CannotDraw(
      `the field "${name}" has ${listed.length} choices; at most ${limits.choices} are drawn`,
    );
  const titled = key === 'enum' ? withEnumNames(listed, schema.enumNames) : listed.map(readConst(name));
  refuseMixedChoices(name, schema.type, titled, key);
  return { kind: 'choice', options: titled.map((choice, index) => toOption(choice, index)) };
}

type Choice = { value: unknown; title?: string };

function withEnumNames(values: unknown[], names: unknown): Choice[] {
  const fits =
    Array.isArray(names) && names.length === values.length && names.every((n) => typeof n === 'string');
  const all = values.map((value, index) => (fits ? { value, title: names[index] as string } : { value }));
  return all.filter((choice, index) => values.indexOf(choice.value) === index);
}

const readConst =
  (name: string) =>
  (entry: unknown): Choice => {
    if (!isObject(entry) || !('const' in entry))
      throw new CannotDraw(`the field "${name}" is a union of kinds, which is not drawn`);
    refuseUnknown(entry, ['const', 'type'], `a choice of the field "${name}"`);
    const fits = entry.type === undefined || typeFits(entry.type, entry.const);
    if (!fits) throw new CannotDraw(`a choice of the field "${name}" is not of the type it names`);
    return typeof entry.title === 'string'
      ? { value: entry.const, title: entry.title }
      : { value: entry.const };
  };

function refuseMixedChoices(name: string, type: unknown, choices: Choice[], key: string): void {
  const values = choices.map((choice) => choice.value);
  const kinds = new Set(values.map((value) => (Number.isSafeInteger(value) ? 'integer' : typeof value)));
  const [kind] = kinds;
  if (kinds.size !== 1 || (kind !== 'string' && kind !== 'integer'))
    throw new CannotDraw(`the choices of the field "${name}" are neither all texts nor all whole numbers`);
  if (type !== undefined && !values.every((value) => typeFits(type, value)))
    throw new CannotDraw(`the choices of the field "${name}" are not of the type it names`);
  if (key === 'oneOf' && new Set(values).size !== values.length)
    throw new CannotDraw(`the field "${name}" lists a choice twice, so that it could never be chosen`);
}

const typeFits = (type: unknown, value: unknown): boolean =>
  typeof value === 'string' ? type === 'string' : type === 'integer' || type === 'number';

const toOption = (choice: Choice, index: number): Option => ({
  id: `o${index}`,
  label: choice.title ?? String(choice.value),
  value: choice.value as string | number,
});

function readSuggestion(field: Field, proposed: unknown, matches: Matches): NonNullable<Field['suggestion']> {
  const primitive =
    typeof proposed === 'string' || typeof proposed === 'number' || typeof proposed === 'boolean';
  return primitive && checkValue(field, proposed, matches) === undefined
    ? { kind: 'used', value: proposed }
    : { kind: 'ignored' };
}

function refuseUnknown(schema: Schema, known: readonly string[], where: string): void {
  const unknown = unknownRestriction(schema, known);
  if (unknown !== undefined) throw new CannotDraw(`${where} uses "${unknown}", which is not drawn`);
}

const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
