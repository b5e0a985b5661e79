import { describe, expect, it } from 'vitest';
import type { Matches } from './answer.ts';
import { readForm } from './form.ts';
import { limits } from './limits.ts';

const matches: Matches = (pattern, text) => new RegExp(pattern, 'u').test(text);
const form = (properties: Record<string, unknown>, rest: object = {}) => ({
  type: 'object',
  properties,
  ...rest,
});
const read = (schema: unknown) => readForm(schema, matches);
const controlOf = (property: unknown) => {
  const result = read(form({ a: property }));
  return result.ok ? result.fields[0]?.control : result.detail;
};

describe('a form is drawn whole', () => {
  it.each([
    ['a text', { type: 'string' }, { kind: 'text' }],
    [
      'a bounded text',
      { type: 'string', minLength: 5, maxLength: 200 },
      { kind: 'text', minLength: 5, maxLength: 200 },
    ],
    ['a pattern', { type: 'string', pattern: '^a+$' }, { kind: 'text', pattern: '^a+$' }],
    [
      'a pattern that only older flags read',
      { type: 'string', pattern: '^\\d{3}\\-\\d$' },
      { kind: 'text', pattern: '^\\d{3}\\-\\d$' },
    ],
    ['an e-mail address', { type: 'string', format: 'email' }, { kind: 'text', format: 'email' }],
    ['an unknown format, which only describes', { type: 'string', format: 'uuid' }, { kind: 'text' }],
    ['a stray bound of another type', { type: 'string', minimum: 3 }, { kind: 'text' }],
    ['a number', { type: 'number', minimum: 0.5 }, { kind: 'number', integer: false, minimum: 0.5 }],
    [
      'a whole number',
      { type: 'integer', exclusiveMaximum: 9 },
      { kind: 'number', integer: true, exclusiveMaximum: 9 },
    ],
    ['a boolean', { type: 'boolean' }, { kind: 'boolean' }],
  ])('%s', (_name, property, control) => {
    expect(controlOf(property)).toEqual(control);
  });

  it.each([
    ['enum', { type: 'string', enum: ['a', 'b'] }, ['a', 'b']],
    ['enum without a type', { enum: ['a', 'b'] }, ['a', 'b']],
    ['enum of whole numbers', { type: 'integer', enum: [1, 2] }, ['1', '2']],
    ['enumNames', { enum: ['en', 'ja'], enumNames: ['English', '日本語'] }, ['English', '日本語']],
    ['enumNames of another length, left aside', { enum: ['en', 'ja'], enumNames: ['English'] }, ['en', 'ja']],
    ['a repeated value, once', { enum: ['a', 'a'] }, ['a']],
    [
      'oneOf with titles',
      { type: 'string', oneOf: [{ const: 'l', title: 'Low' }, { const: 'h' }] },
      ['Low', 'h'],
    ],
    ['anyOf with titles', { anyOf: [{ const: 1, title: 'One' }] }, ['One']],
    ['an empty choice', { enum: ['', 'a'] }, ['', 'a']],
  ])('a choice by %s', (_name, property, labels) => {
    const control = controlOf(property);
    expect(control).toMatchObject({ kind: 'choice' });
    expect(
      typeof control === 'object' && control.kind === 'choice' && control.options.map((o) => o.label),
    ).toEqual(labels);
  });

  it.each([
    [
      'text or nothing',
      { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }], default: null },
      { kind: 'text', minLength: 2 },
    ],
    ['text or nothing, by two types', { type: ['string', 'null'] }, { kind: 'text' }],
    [
      'choices or nothing',
      { enum: ['a', null], type: ['string', 'null'] },
      { kind: 'choice', options: [{ id: 'o0', label: 'a', value: 'a' }] },
    ],
    ['one description of several', { allOf: [{ type: 'boolean' }], title: 'T' }, { kind: 'boolean' }],
    [
      'a list of choices',
      { type: 'array', items: { enum: ['x'] }, minItems: 1 },
      { kind: 'choices', options: [{ id: 'o0', label: 'x', value: 'x' }], minItems: 1 },
    ],
    [
      'a list of texts',
      { type: 'array', items: { type: 'string', maxLength: 3 }, uniqueItems: true },
      { kind: 'texts', item: { kind: 'text', maxLength: 3 }, uniqueItems: true },
    ],
    ['one fixed text', { const: 'a' }, { kind: 'fixed', value: 'a' }],
    ['one fixed no', { type: 'boolean', const: false }, { kind: 'fixed', value: false }],
    ['a yes that must be given', { type: 'boolean', const: true }, { kind: 'agree' }],
  ])('%s', (_name, property, control) => {
    expect(controlOf(property)).toEqual(control);
  });

  it('what a reference within it stands for', () => {
    const schema = form(
      { p: { $ref: '#/$defs/P~0~1', default: 'b' } },
      { $defs: { 'P~/': { enum: ['a', 'b'], title: 'P' } } },
    );
    expect(read(schema)).toMatchObject({
      ok: true,
      fields: [{ title: 'P', control: { kind: 'choice' }, suggestion: { kind: 'used', value: 'b' } }],
    });
  });

  it('without a schema, or without properties, has no fields', () => {
    expect(read(undefined)).toEqual({ ok: true, fields: [] });
    expect(read({})).toEqual({ ok: true, fields: [] });
    expect(read({ type: 'object', required: [] })).toEqual({ ok: true, fields: [] });
  });

  it('keeps the order, the names, and what is required', () => {
    const result = read(
      form(
        { b: { type: 'string' }, constructor: { type: 'boolean', title: 'T' } },
        { required: ['constructor'] },
      ),
    );
    expect(result).toMatchObject({
      ok: true,
      fields: [
        { id: 'f0', name: 'b', required: false },
        { id: 'f1', name: 'constructor', title: 'T', required: true },
      ],
    });
  });

  it.each(['title', 'description', '$schema', '$id', '$defs', 'examples', 'x-anything'])(
    'whatever "%s" says at the root',
    (key) => {
      expect(read(form({ a: { type: 'string' } }, { [key]: 'x', additionalProperties: false })).ok).toBe(
        true,
      );
    },
  );

  it.each([
    ['fits', { type: 'integer', default: 3 }, { kind: 'used', value: 3 }],
    ['breaks its own bound', { type: 'string', minLength: 5, default: 'abc' }, { kind: 'ignored' }],
    ['breaks its own pattern', { type: 'string', pattern: '^b$', default: 'a' }, { kind: 'ignored' }],
    ['is of another type', { type: 'boolean', default: 'true' }, { kind: 'ignored' }],
    ['is no choice', { enum: ['a'], default: 'b' }, { kind: 'ignored' }],
    ['is a list', { type: 'string', default: ['a'] }, { kind: 'ignored' }],
  ])('with a default that %s', (_name, property, suggestion) => {
    const result = read(form({ a: property }));
    expect(result.ok && result.fields[0]?.suggestion).toEqual(suggestion);
  });
});

describe('a form that cannot be drawn whole is refused', () => {
  it.each([
    ['no object', 'x', 'not an object'],
    ['a list', [], 'not an object'],
    ['another type', { type: 'array' }, 'does not describe an object'],
    ['properties that are a list', { type: 'object', properties: [] }, 'not an object'],
    ['a field without a description', form({ a: true }), 'no description'],
    ['a field without a type', form({ a: {} }), 'of no single type'],
    ['several types', form({ a: { type: ['string', 'number'] } }), 'several types'],
    ['a nested object', form({ a: { type: 'object', properties: {} } }), 'of type "object"'],
    ['a list of anything', form({ a: { type: 'array' } }), 'list of anything'],
    ['a list of lists', form({ a: { type: 'array', items: { type: 'array', items: {} } } }), 'array'],
    ['a list of objects', form({ a: { type: 'array', items: { type: 'object' } } }), 'object'],
    ['a tuple', form({ a: { type: 'array', prefixItems: [{}], items: { type: 'string' } } }), 'prefixItems'],
    ['a reference to nothing', form({ a: { $ref: '#/$defs/A' } }), 'refers to something'],
    ['a remote reference', form({ a: { $ref: 'https://example.org/a.json' } }), 'refers to something'],
    [
      'a reference to itself',
      form({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { $ref: '#/$defs/A' } } }),
      '8 times',
    ],
    [
      'a reference with more beside it',
      form({ a: { $ref: '#/$defs/A', minLength: 3 } }, { $defs: { A: { type: 'string' } } }),
      'minLength',
    ],
    [
      'two descriptions at once',
      form({ a: { allOf: [{ type: 'string' }, { minLength: 2 }] } }),
      'several descriptions',
    ],
    ['a fixed null', form({ a: { const: null } }), 'fixed value'],
    ['a fixed value of another type', form({ a: { type: 'string', const: 1 } }), 'fixed value'],
    ['a union of kinds', form({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }), 'union'],
    ['an enum that hides an object', form({ a: { type: 'object', enum: [{}] } }), 'neither'],
    ['choices of several kinds', form({ a: { enum: ['a', 1] } }), 'neither'],
    ['choices of another type', form({ a: { type: 'string', enum: [1] } }), 'not of the type'],
    ['no choices', form({ a: { enum: [] } }), 'no choices'],
    [
      'a choice that is listed twice in oneOf',
      form({ a: { oneOf: [{ const: 'a' }, { const: 'a' }] } }),
      'twice',
    ],
    ['a bound beside choices', form({ a: { enum: ['a'], minLength: 2 } }), 'minLength'],
    ['a pattern that cannot be read', form({ a: { type: 'string', pattern: '(?i)^a' } }), 'pattern'],
    ['a bound that is a text', form({ a: { type: 'string', minLength: '3' } }), 'minLength'],
    [
      'a boolean exclusiveMinimum',
      form({ a: { type: 'number', exclusiveMinimum: true } }),
      'exclusiveMinimum',
    ],
    [
      'a field named __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      '__proto__',
    ],
    ['a required field that is not there', form({}, { required: ['a'] }), '"a"'],
    ['a list of required fields that is none', form({}, { required: 'a' }), 'list of names'],
    ['if', form({ a: { type: 'string' } }, { if: {} }), '"if"'],
    ['patternProperties', form({}, { patternProperties: {} }), '"patternProperties"'],
    ['minProperties', form({ a: { type: 'string' } }, { minProperties: 1 }), '"minProperties"'],
    ['not in a field', form({ a: { type: 'string', not: {} } }), '"not"'],
    ['contains in a field', form({ a: { type: 'boolean', contains: {} } }), '"contains"'],
  ])('%s', (_name, schema, part) => {
    const result = read(schema);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.detail).toContain(part);
  });

  it('beyond its limits, and says which', () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.fields + 1 }, (_, i) => [`p${i}`, { type: 'boolean' }]),
    );
    expect(read(form(many))).toMatchObject({ ok: false, detail: expect.stringContaining('201 fields') });
    const choices = Array.from({ length: limits.choices + 1 }, (_, i) => i);
    expect(read(form({ a: { enum: choices } }))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('10001'),
    });
    expect(read(form({ a: { type: 'string', description: 'x'.repeat(limits.schemaBytes) } }))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('256 KiB'),
    });
  });
});
