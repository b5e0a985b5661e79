/**
 * What a property's schema stands for: generators write "text or nothing" and references into their own definitions for
 * what is one plain kind of field. Remote references are never fetched, and a reference to itself is refused.
 */
import { CannotDraw, refuseUnknown, type Schema } from './cannotDraw.ts';
import { isObject } from './json.ts';
import { limits } from './limits.ts';

export type Definitions = Record<string, Schema>;

/** `$defs` and `definitions` by the reference that names them. */
export function definitionsOf(root: Schema): Definitions {
  const found: [string, Schema][] = [];
  for (const key of ['$defs', 'definitions'])
    for (const [name, schema] of Object.entries(isObject(root[key]) ? root[key] : {}))
      if (isObject(schema)) found.push([`#/${key}/${escaped(name)}`, schema]);
  return Object.fromEntries(found);
}

/** As a JSON pointer in a URI fragment writes a name (RFC 6901, §6). */
const escaped = (name: string): string => encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The plain schema, with the outer title, description and default where there are any. */
export function standsFor(name: string, schema: Schema, definitions: Definitions, depth = 0): Schema {
  if (depth > limits.referenceDepth)
    throw new CannotDraw(`the field "${name}" refers on more than ${limits.referenceDepth} times`);
  const inner = innerOf(name, schema, definitions);
  if (inner === undefined) return schema;
  const { words, rest } = wordsOf(schema);
  refuseUnknown(rest, ['$ref', 'anyOf', 'oneOf', 'allOf', 'type', 'enum'], `the field "${name}"`);
  return { ...standsFor(name, inner, definitions, depth + 1), ...words };
}

/** One step towards the plain schema; undefined when it is plain already. */
function innerOf(name: string, schema: Schema, definitions: Definitions): Schema | undefined {
  if (typeof schema.$ref === 'string') return referred(name, schema, definitions);
  if (Array.isArray(schema.allOf)) return only(name, schema, schema.allOf, 'allOf');
  if (Array.isArray(schema.type)) return withoutNullType(name, schema, schema.type);
  return withoutNullChoice(name, schema);
}

function referred(name: string, schema: Schema, definitions: Definitions): Schema {
  refuseUnknown(wordsOf(schema).rest, ['$ref'], `the field "${name}"`);
  const found = Object.hasOwn(definitions, String(schema.$ref))
    ? definitions[String(schema.$ref)]
    : undefined;
  if (found === undefined)
    throw new CannotDraw(`the field "${name}" refers to something that is not in the form`);
  return found;
}

function only(name: string, schema: Schema, parts: unknown[], key: string): Schema {
  refuseUnknown(wordsOf(schema).rest, [key], `the field "${name}"`);
  const [part] = parts;
  if (parts.length !== 1 || !isObject(part))
    throw new CannotDraw(`the field "${name}" has several descriptions at once, which is not drawn`);
  return part;
}

/** `type: [T, "null"]`: the null is never sent, an optional field is left out instead. */
function withoutNullType(name: string, schema: Schema, types: unknown[]): Schema {
  const [type, second] = types.filter((candidate) => candidate !== 'null');
  if (type === undefined || second !== undefined)
    throw new CannotDraw(`the field "${name}" is of several types`);
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {};
  return { ...schema, ...values, type };
}

/** `anyOf` or `oneOf` of one of these and null. Titled constants stay choices, without the null. */
function withoutNullChoice(name: string, schema: Schema): Schema | undefined {
  for (const key of ['anyOf', 'oneOf'] as const) {
    const parts = schema[key];
    if (!Array.isArray(parts)) continue;
    const rest = parts.filter((part) => !isNull(part));
    const [part] = rest;
    if (rest.length === 1 && isObject(part) && !('const' in part)) return only(name, schema, rest, key);
    if (rest.length < parts.length) return { ...schema, [key]: rest };
  }
  return undefined;
}

const isNull = (part: unknown): boolean =>
  isObject(part) && (part.type === 'null' || ('const' in part && part.const === null));

/** What only describes, apart from what decides which answers are valid. */
function wordsOf(schema: Schema): { words: Schema; rest: Schema } {
  const words: Schema = {};
  const rest: Schema = {};
  for (const [key, value] of Object.entries(schema))
    if (key === 'title' || key === 'description' || key === 'default') words[key] = value;
    else rest[key] = value;
  return { words, rest };
}
