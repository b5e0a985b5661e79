/** Faults of forms that were reported against other hosts, each in its smallest shape, under the number it is kept by. */
import { describe, expect, it } from 'vitest';
import { matches } from '../main/pattern.ts';
import { checkAnswer, type Entry } from './answer.ts';
import { toLocal, toRfc3339 } from './dateTime.ts';
import { readElicitation } from './elicitation.ts';
import { replyTo } from './ending.ts';
import type { Field } from './field.ts';
import { fieldView } from './questionView.ts';

const read = (schema: unknown) =>
  readElicitation({ message: 'm', requestedSchema: schema }, matches, 'local');

function fieldsOf(schema: unknown): Field[] {
  const question = read(schema);
  if (!question.ok) throw new Error(question.refusal.detail);
  return question.elicitation.kind === 'form' ? question.elicitation.fields : [];
}

const fields = (properties: object, required: string[] = Object.keys(properties)) =>
  fieldsOf({ type: 'object', properties, required });
const optional = (properties: object) => fields(properties, []);
const send = (drawn: Field[], ...entries: Entry[1][]) =>
  checkAnswer(
    drawn,
    entries.map((entry, n) => [`f${n}`, entry]),
    matches,
    '.',
  );
const sent = (content: object) => ({ ok: true, content });
const refused = { ok: false };
const viewOf = (field: Field | undefined) => {
  if (field === undefined) throw new Error('no field');
  return fieldView(field, '.');
};

it('E001: a required whole number is a number field, and nothing goes without it', () => {
  const n = fields({ n: { type: 'integer', minimum: 1, maximum: 3 } });
  expect(n[0]?.control.kind).toBe('number');
  expect(send(n, '')).toMatchObject(refused);
  expect(send(n, '4')).toMatchObject(refused);
  expect(send(n, '2')).toEqual(sent({ n: 2 }));
});

describe('E002: what says nothing about an answer is passed over', () => {
  it.each(['title', 'description', 'additionalProperties', '$defs', '$comment', 'x-anything', '$id'])(
    '%s',
    (key) => {
      const value =
        key === 'additionalProperties' ? false : key === '$defs' ? { unused: { type: 'string' } } : 'text';
      expect(read({ type: 'object', [key]: value, properties: { a: { type: 'string' } } }).ok).toBe(true);
    },
  );
});

it.each([
  { type: 'object', properties: {} },
  { type: 'object', properties: {}, required: [] },
  { type: 'object', properties: {}, additionalProperties: true },
  {},
])('E003, E036: without a field there is a message and an answer, sent as {}: %j', (schema) => {
  expect(send(fieldsOf(schema))).toEqual(sent({}));
  expect(replyTo({ kind: 'accepted', content: {}, via: 'key' })).toEqual({
    kind: 'result',
    result: { action: 'accept', content: {} },
  });
});

it('E004: a choice behind a reference is a choice', () => {
  const schema = {
    properties: { p: { $ref: '#/$defs/P' } },
    required: ['p'],
    $defs: { P: { type: 'string', enum: ['a', 'b', 'c'] } },
  };
  const [p] = fieldsOf(schema);
  expect(p?.control).toMatchObject({
    kind: 'choice',
    options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
  });
});

it.each([{ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, { type: ['string', 'null'] }])(
  'E005: “or null” is optional, and null is never sent: %j',
  (schema) => {
    const nick = optional({ nick: schema });
    expect(send(nick, '')).toEqual(sent({}));
    expect(send(nick, 'Ada')).toEqual(sent({ nick: 'Ada' }));
  },
);

const levels = [
  { const: 'low', title: 'Low' },
  { const: 'high', title: 'High' },
];
it.each([
  { type: 'string', oneOf: levels },
  { oneOf: levels },
  { type: 'string', anyOf: levels },
  { enum: ['low', 'high'] },
])('E006: a choice is a choice, with its type or without: %j', (schema) => {
  expect(send(fields({ p: schema }), 'o1')).toEqual(sent({ p: 'high' }));
});

describe('E007: any of several', () => {
  const days = fields({
    t: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['x', 'y', 'z'] } },
  });
  it.each<[string[], unknown]>([
    [[], refused],
    [['o0'], sent({ t: ['x'] })],
    [['o2', 'o0'], sent({ t: ['x', 'z'] })],
    [['o0', 'o1', 'o2'], refused],
    [['o0', 'o0'], refused],
  ])('%j', (chosen, result) => {
    expect(send(days, chosen)).toMatchObject(result as object);
  });
  it('by their titles, and a list that the person writes', () => {
    expect(send(fields({ t: { type: 'array', items: { anyOf: levels } } }), ['o1'])).toEqual(
      sent({ t: ['high'] }),
    );
    expect(send(fields({ t: { type: 'array', items: { type: 'string' } } }), ['a', 'b'])).toEqual(
      sent({ t: ['a', 'b'] }),
    );
  });
});

it('E008: enumNames are shown and the value is sent; names that do not fit are left out', () => {
  const labels = (enumNames: unknown) => {
    const { control } = viewOf(fields({ l: { type: 'string', enum: ['en', 'ja'], enumNames } })[0]);
    return control.kind === 'choice' ? control.options.map(({ label }) => label) : [];
  };
  expect(labels(['English', '日本語'])).toEqual(['English', '日本語']);
  expect(labels(['English'])).toEqual(['en', 'ja']);
  expect(labels('English')).toEqual(['en', 'ja']);
  const language = fields({ l: { type: 'string', enum: ['en', 'ja'], enumNames: ['English', '日本語'] } });
  expect(send(language, 'o1')).toEqual(sent({ l: 'ja' }));
});

describe('E009: what the server wrote is what is checked, whatever a library makes of it', () => {
  it.each<[object, Entry[1], unknown]>([
    [{ type: 'string', pattern: '^[0-9]{4}$' }, '12a', refused],
    [{ type: 'string', pattern: '^[0-9]{4}$' }, '1234', sent({ a: '1234' })],
    [{ type: 'integer', enum: [1, 2] }, 'o2', refused],
    [{ type: 'integer', enum: [1, 2] }, 'o1', sent({ a: 2 })],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', refused],
    [{ type: 'number', exclusiveMinimum: 0 }, '0.1', sent({ a: 0.1 })],
  ])('%j, answered %j', (schema, entry, result) => {
    expect(send(fields({ a: schema }), entry)).toMatchObject(result as object);
  });
  it('a fixed value is sent as it is', () => {
    expect(send(fields({ ok: { type: 'string', const: 'yes' } }))).toEqual(sent({ ok: 'yes' }));
  });
});

it('E010: suggestions are filled in, titles are the labels, and a cleared suggestion is not sent', () => {
  const name = optional({
    name: { type: 'string', title: 'Full name', default: 'Ada' },
    plain: { type: 'string' },
  });
  expect(name.map((field) => [viewOf(field).label, viewOf(field).suggested])).toEqual([
    ['Full name', 'Ada'],
    ['plain', undefined],
  ]);
  expect(send(name, '')).toEqual(sent({}));
});

it('E011: a suggested yes is a yes; without one nothing is chosen, and nothing goes without a choice', () => {
  const keep = fields({ keep: { type: 'boolean', default: true } });
  expect(viewOf(keep[0]).suggested).toBe(true);
  expect(send(keep, true)).toEqual(sent({ keep: true }));
  const choose = fields({ keep: { type: 'boolean' } });
  expect(viewOf(choose[0]).suggested).toBeUndefined();
  expect(send(choose)).toMatchObject(refused);
});

it('E012: no is an answer to a required question; only a fixed true has to be ticked', () => {
  expect(send(fields({ agree: { type: 'boolean' } }), false)).toEqual(sent({ agree: false }));
  const must = fields({ agree: { type: 'boolean', const: true } });
  expect(send(must, false)).toMatchObject(refused);
  expect(send(must, true)).toEqual(sent({ agree: true }));
});

it('E013: a yes or no is a yes or no, and not a text', () => {
  const overwrite = fields({ b: { type: 'boolean', title: 'Overwrite?' } });
  expect(overwrite[0]?.control.kind).toBe('boolean');
  expect(send(overwrite, 'true')).toMatchObject(refused);
});

it('E014: without a suggestion nothing is chosen, and nothing goes', () => {
  const pick = fields({ p: { type: 'string', enum: ['a', 'b'] } });
  expect(viewOf(pick[0]).suggested).toBeUndefined();
  expect(send(pick)).toEqual({ ok: false, problems: [{ field: 'f0', message: 'Choose one' }] });
});

describe('E015: a number is the whole text or none of it', () => {
  it.each<[string, unknown]>([
    ['42xyz', refused],
    ['1.5', refused],
    ['0x10', refused],
    ['', refused],
    ['9007199254740993', refused],
    ['1e999', refused],
    [' 5 ', sent({ n: 5 })],
  ])('%j', (text, result) => {
    expect(send(fields({ n: { type: 'integer' } }), text)).toMatchObject(result as object);
  });
});

it('E017: an optional yes or no that was not answered is not sent', () => {
  const two = fields({ name: { type: 'string' }, keep: { type: 'boolean' } }, ['name']);
  expect(send(two, 'Ada')).toEqual(sent({ name: 'Ada' }));
});

it('E018: what was typed and cleared is not answered: optional is left out, required is a problem', () => {
  expect(send(optional({ a: { type: 'string', format: 'email' } }), '')).toEqual(sent({}));
  expect(send(optional({ a: { type: 'string', minLength: 3 } }), '')).toEqual(sent({}));
  expect(send(fields({ a: { type: 'string' } }), '')).toMatchObject(refused);
  expect(send(fields({ a: { type: 'string', minLength: 1 } }), '')).toMatchObject(refused);
});

describe('E019: a decimal sign is that of the person, and no other', () => {
  const amount = optional({ n: { type: 'number' } });
  it.each<[',' | '.', string, unknown]>([
    [',', '2,5', sent({ n: 2.5 })],
    ['.', '2.5', sent({ n: 2.5 })],
    ['.', '2,5', refused],
    [',', '1.000,5', refused],
  ])('%s: %s', (sign, text, result) => {
    expect(checkAnswer(amount, [['f0', text]], matches, sign)).toMatchObject(result as object);
  });
});

describe('E020: a moment has its seconds and its zone, a day is the day that was picked', () => {
  it.each([
    ['Pacific/Kiritimati', 840, '+14:00'],
    ['America/Adak', -600, '-10:00'],
    ['UTC', 0, '+00:00'],
  ])('%s', (_zone, offset, written) => {
    const moment = toRfc3339('2026-12-01T10:00', offset);
    expect(moment.endsWith(written)).toBe(true);
    expect(send(fields({ at: { type: 'string', format: 'date-time' } }), moment)).toEqual(
      sent({ at: moment }),
    );
    expect(toLocal(moment, offset)).toMatch(/^2026-12-01T10:00/);
  });
  it('and what lacks either is not taken', () => {
    const at = fields({ at: { type: 'string', format: 'date-time' } });
    expect(send(at, '2026-12-01T10:00')).toMatchObject(refused);
    expect(send(at, '2026-12-01T10:00:00')).toMatchObject(refused);
    expect(send(fields({ d: { type: 'string', format: 'date' } }), '2026-12-01')).toEqual(
      sent({ d: '2026-12-01' }),
    );
  });
});

describe('E022: characters are counted as the server counts them', () => {
  const short = fields({ a: { type: 'string', minLength: 1, maxLength: 2 } });
  it.each<[string, boolean]>([
    ['👍👍', true],
    ['👍👍👍', false],
    ['👨‍👩‍👧', false],
    ['é', true],
    ['e\u0301', true],
    ['  ', true],
  ])('%s', (text, ok) => {
    expect(send(short, text).ok).toBe(ok);
  });
});

describe('E023: a pattern neither breaks nor freezes anything', () => {
  it('that only older engines take is checked in the older way', () => {
    const number = fields({ a: { type: 'string', pattern: '^\\d{3}\\-\\d{4}$' } });
    expect(send(number, '555-1234')).toEqual(sent({ a: '555-1234' }));
    expect(send(number, '5551234')).toMatchObject(refused);
  });
  it('that is none refuses the form', () => {
    expect(read({ properties: { a: { type: 'string', pattern: '(?i)^ab$' } } })).toMatchObject({ ok: false });
  });
  it('that takes for ever is a problem at its field, after a tenth of a second', () => {
    const endless = fields({ a: { type: 'string', pattern: '^(a+)+$' } });
    const started = performance.now();
    expect(send(endless, `${'a'.repeat(28)}!`)).toMatchObject(refused);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it('E024: a format that nobody knows says nothing; a password is a secret', () => {
  for (const format of ['uuid', 'uint64', 'made-up'])
    expect(send(fields({ a: { type: 'string', format } }), 'x')).toEqual(sent({ a: 'x' }));
  expect(read({ properties: { a: { type: 'string', format: 'password' } } })).toMatchObject({
    refusal: { kind: 'secret' },
  });
});

it('E025: an empty choice can be made, and choices that look alike are told apart', () => {
  const odd = fields({
    a: { type: 'string', enum: ['', 'a', 'A', 'a ', ...Array.from({ length: 500 }, (_, n) => `n${n}`)] },
  });
  expect(send(odd, 'o0')).toEqual(sent({ a: '' }));
  expect(send(odd, 'o3')).toEqual(sent({ a: 'a ' }));
  const { control } = viewOf(odd[0]);
  const labels = control.kind === 'choice' ? control.options.map(({ label }) => label) : [];
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels[0]).toBe('(empty)');
});

it.each([
  { type: 'object', enum: [{}], properties: { a: { type: 'string' } } },
  { type: 'array', items: { type: 'object' } },
  { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } },
  { type: 'object', oneOf: levels },
])('E026: a choice does not smuggle in what cannot be drawn: %j', (schema) => {
  expect(read({ properties: { a: schema } })).toMatchObject({ ok: false, refusal: { kind: 'unsupported' } });
});

it.each([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
  'https://example.org/no-such-dialect',
])('E028: whichever dialect is named, the form is read: %s', ($schema) => {
  const drawn = fieldsOf({
    $schema,
    $id: 'urn:the-same',
    type: 'object',
    properties: { a: { type: 'string' } },
  });
  // Twice: nothing of the first reading is left behind.
  expect(send(drawn, 'x')).toEqual(sent({ a: 'x' }));
  expect(send(drawn, 'y')).toEqual(sent({ a: 'y' }));
});
