/**
 * What a person entered → the content that is sent, or a problem for each field. Ajv is the authority, on a
 * schema of our own writing (ids for names), so no text of a server ever reaches its code generator.
 */
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Control, Field, FieldId, TextControl, Value } from './field.ts';
import { parseNumber } from './numberText.ts';

/** Does `text` fit the pattern? "timeout" when that could not be told within the limit. */
export type Matches = (pattern: string, text: string) => boolean | 'timeout';

/** As it comes over the bridge: typed text, a chosen option's id, yes or no, or a list of texts or of ids. */
export type Entry = readonly [FieldId, string | boolean | readonly string[]];
export type Problem = { field: FieldId; message: string };
export type Content = Record<string, Value>;
export type CheckedAnswer = { ok: true; content: Content } | { ok: false; problems: Problem[] };

type Parsed = { kind: 'absent' } | { kind: 'value'; value: Value } | { kind: 'problem'; message: string };

/** `decimalSign` is that of the person's locale. A field that is named twice, or unknown, is a problem. */
export function checkAnswer(
  fields: readonly Field[],
  entries: readonly Entry[],
  matches: Matches,
  decimalSign: '.' | ',',
): CheckedAnswer {
  const known = new Map(fields.map((field) => [field.id, field]));
  const stray = entries.filter(
    ([id], index) => !known.has(id) || entries.findIndex((e) => e[0] === id) !== index,
  );
  if (stray.length > 0)
    return { ok: false, problems: stray.map(([field]) => ({ field, message: 'No such field' })) };

  const given = new Map(entries);
  const parsed = fields.map((field) => ({
    field,
    parsed: parseEntry(field, given.get(field.id), decimalSign),
  }));
  const problems = parsed.flatMap(({ field, parsed }) => problemOf(field, parsed, matches));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, content: toContent(parsed) };
}

function parseEntry(field: Field, entry: Entry[1] | undefined, decimalSign: '.' | ','): Parsed {
  const { control } = field;
  // It was shown, and is sent as it is: the person has nothing to enter.
  if (control.kind === 'fixed') return entry === undefined ? asValue(control.value) : notOf('to be changed');
  const isList = control.kind === 'choices' || control.kind === 'texts';
  if (entry === undefined) return field.required && isList ? asValue([]) : absent;
  switch (control.kind) {
    case 'boolean':
      return typeof entry === 'boolean' ? asValue(entry) : notOf('a yes or no');
    case 'agree':
      if (typeof entry !== 'boolean') return notOf('a tick');
      return entry ? asValue(true) : absent;
    case 'choice': {
      const option = control.options.find((candidate) => candidate.id === entry);
      return option ? asValue(option.value) : notOf('one of the choices');
    }
    case 'choices':
      return parseChoices(control, entry);
    case 'texts': {
      const texts = Array.isArray(entry) ? entry : undefined;
      if (texts === undefined) return notOf('a list');
      return texts.length === 0 && !field.required ? absent : asValue(texts);
    }
    case 'text':
      if (typeof entry !== 'string') return notOf('text');
      return entry === '' ? absent : asValue(entry);
    case 'number': {
      if (typeof entry !== 'string') return notOf('a number');
      if (entry.trim() === '') return absent;
      const number = parseNumber(entry, decimalSign, control.integer);
      return number.ok ? asValue(number.value) : { kind: 'problem', message: number.message };
    }
    default:
      return control satisfies never;
  }
}

/** Always a list, in the order in which the server listed them. */
function parseChoices({ options }: Extract<Control, { kind: 'choices' }>, entry: Entry[1]): Parsed {
  if (!Array.isArray(entry) || new Set(entry).size !== entry.length) return notOf('a list of the choices');
  const chosen = options.filter((option) => entry.includes(option.id));
  return chosen.length === entry.length
    ? asValue(chosen.map(({ value }) => value))
    : notOf('one of the choices');
}

const absent: Parsed = { kind: 'absent' };
const asValue = (value: Value): Parsed => ({ kind: 'value', value });
const notOf = (what: string): Parsed => ({ kind: 'problem', message: `Not ${what}` });

function problemOf(field: Field, parsed: Parsed, matches: Matches): Problem[] {
  if (parsed.kind === 'problem') return [{ field: field.id, message: parsed.message }];
  if (parsed.kind === 'absent')
    return field.required ? [{ field: field.id, message: missing[field.control.kind] }] : [];
  const message = checkValue(field, parsed.value, matches);
  return message === undefined ? [] : [{ field: field.id, message }];
}

const missing = {
  text: 'Needs an answer',
  number: 'Needs a number',
  boolean: 'Choose yes or no',
  choice: 'Choose one',
  choices: 'Choose at least one',
  texts: 'Needs at least one entry',
  agree: 'Tick this to accept, or decline',
  fixed: 'Cannot be left out',
} as const;

// Own properties only: a field may be called "constructor". Names from servers can be `__proto__`; refused earlier.
function toContent(parsed: readonly { field: Field; parsed: Parsed }[]): Content {
  return Object.fromEntries(
    parsed.flatMap(({ field, parsed }) => (parsed.kind === 'value' ? [[field.name, parsed.value]] : [])),
  );
}

/** What is wrong with `value` for this field, in words; undefined when nothing is. */
export function checkValue(field: Field, value: unknown, matches: Matches): string | undefined {
  const ajv = new Ajv({ strict: false, ownProperties: true, multipleOfPrecision: 9, allErrors: true });
  // The package's types and its module shape differ between bundlers (CommonJS default export).
  const add = ((addFormats as unknown as { default?: typeof addFormats }).default ?? addFormats) as (
    ajv: Ajv,
  ) => void;
  add(ajv);
  const validate = ajv.compile(checkedSchema(field));
  if (!validate(value)) return inWords(validate.errors?.[0], value);
  return checkPattern(field, value, matches);
}

function checkPattern({ control }: Field, value: unknown, matches: Matches): string | undefined {
  if (control.kind === 'text') return patternProblem(control, value, matches);
  if (control.kind !== 'texts' || !Array.isArray(value)) return undefined;
  return value
    .map((text) => patternProblem(control.item, text, matches))
    .find((problem) => problem !== undefined);
}

function patternProblem({ pattern }: TextControl, text: unknown, matches: Matches): string | undefined {
  if (pattern === undefined || typeof text !== 'string') return undefined;
  const verdict = matches(pattern, text);
  if (verdict === 'timeout')
    return 'The rule of the server for this field takes too long to check on this text';
  return verdict ? undefined : `Does not fit the form that the server asks for: ${pattern}`;
}

/** Written from the field alone; a pattern is checked apart, under a time limit. */
function checkedSchema({ control }: Field): Record<string, unknown> {
  switch (control.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'agree':
      return { const: true };
    case 'fixed':
      return { const: control.value };
    case 'choice':
      return { enum: control.options.map((option) => option.value) };
    case 'choices': {
      const { kind: _, options, ...count } = control;
      return { type: 'array', items: { enum: options.map((option) => option.value) }, ...count };
    }
    case 'texts': {
      const { kind: _, item, ...count } = control;
      return { type: 'array', items: textSchema(item), ...count };
    }
    case 'text':
      return textSchema(control);
    case 'number': {
      const { kind: _, integer, ...bounds } = control;
      return { type: integer ? 'integer' : 'number', ...bounds };
    }
    default:
      return control satisfies never;
  }
}

function textSchema({ kind: _, pattern: __, ...bounds }: TextControl): Record<string, unknown> {
  return { type: 'string', ...bounds };
}

const formatNames: Record<string, string> = {
  email: 'an e-mail address, like name@example.org',
  uri: 'an address, like https://example.org/',
  date: 'a date, like 2026-10-05',
  'date-time': 'a date and time with its zone, like 2026-10-05T14:30:00Z',
};

function inWords(error: ErrorObject | undefined, value: unknown): string {
  const limit = String(error?.params.limit ?? '');
  const now = typeof value === 'string' ? ` (now ${[...value].length})` : '';
  switch (error?.keyword) {
    case 'minLength':
      return `At least ${limit} ${limit === '1' ? 'character' : 'characters'}${now}`;
    case 'maxLength':
      return `At most ${limit} ${limit === '1' ? 'character' : 'characters'}${now}`;
    case 'minimum':
      return `Must be ${limit} or more`;
    case 'maximum':
      return `Must be ${limit} or less`;
    case 'exclusiveMinimum':
      return `Must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `Must be less than ${limit}`;
    case 'multipleOf':
      return `Must be a multiple of ${String(error.params.multipleOf)}`;
    case 'format':
      return `Not ${formatNames[String(error.params.format)] ?? 'in the form asked for'}`;
    case 'minItems':
      return `At least ${limit} ${limit === '1' ? 'entry' : 'entries'}${many(value)}`;
    case 'maxItems':
      return `At most ${limit} ${limit === '1' ? 'entry' : 'entries'}${many(value)}`;
    case 'uniqueItems':
      return 'The same entry may not be there twice';
    case 'enum':
      return 'Not one of the choices';
    default:
      return 'Not of the kind asked for';
  }
}

const many = (value: unknown): string => (Array.isArray(value) ? ` (now ${value.length})` : '');
