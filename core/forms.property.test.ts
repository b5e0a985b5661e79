/**
 * Any schema is drawn or refused, never thrown on; and whatever is accepted satisfies an interpreter that is not ours on
 * the schema as the server sent it (formats aside, on which interpreters differ). 1,000 runs here;
 * `COUNTERSIGN_RUNS=20000 npx vitest run core/forms.property` for a long one.
 */
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, type Entry, type Matches } from './answer.ts';
import type { Field } from './field.ts';
import { compilePattern, readForm } from './form.ts';

const numRuns = Number(process.env.COUNTERSIGN_RUNS ?? 1_000);
const matches: Matches = (pattern, text) => {
  const compiled = compilePattern(pattern);
  return compiled !== undefined && new RegExp(compiled.source, compiled.flags).test(text);
};

const word = fc.constantFrom('a', 'b', 'ab', '', '👍', 'x y', '10', 'constructor');
const bound = fc.integer({ min: -3, max: 5 });
const count = fc.integer({ min: 0, max: 4 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

/** Leaves out what is undefined, as JSON would. */
const record = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(shape).map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);

const words = { title: maybe(word), description: maybe(word) };
const text = record({
  type: fc.constantFrom('string', ['string', 'null']),
  minLength: maybe(count),
  maxLength: maybe(count),
  pattern: maybe(fc.constantFrom('^a', 'b$', '^[ab]*$', '(', '\\d')),
  default: maybe(fc.oneof(word, fc.integer())),
  ...words,
});
const number = record({
  type: fc.constantFrom('number', 'integer'),
  minimum: maybe(bound),
  maximum: maybe(bound),
  exclusiveMinimum: maybe(bound),
  exclusiveMaximum: maybe(bound),
  multipleOf: maybe(fc.constantFrom(1, 2, 0.5, 0)),
  default: maybe(fc.oneof(bound, word)),
});
const boolean = record({
  type: fc.constant('boolean'),
  default: maybe(fc.boolean()),
  const: maybe(fc.boolean()),
});
const values = fc.oneof(
  fc.array(word, { maxLength: 4 }),
  fc.array(bound, { maxLength: 4 }),
  fc.array(fc.oneof(word, bound), { maxLength: 3 }),
);
const choice = fc.oneof(
  record({
    type: maybe(fc.constantFrom('string', 'integer')),
    enum: values,
    enumNames: maybe(fc.array(word)),
    default: maybe(word),
  }),
  values.chain((list) =>
    record({
      [list.length % 2 === 0 ? 'oneOf' : 'anyOf']: fc.constant(
        list.map((value) => ({ const: value, title: `t${value}` })),
      ),
    }),
  ),
);
const list = record({
  type: fc.constant('array'),
  items: fc.oneof(text, choice, number),
  minItems: maybe(count),
  maxItems: maybe(count),
  uniqueItems: maybe(fc.boolean()),
});
const odd = fc.oneof(
  record({
    $ref: fc.constantFrom('#/$defs/T', '#/$defs/none', 'https://example.org/'),
    default: maybe(word),
  }),
  record({ anyOf: fc.tuple(text, fc.constant({ type: 'null' })).map((parts) => parts) }),
  record({ allOf: fc.array(text, { minLength: 1, maxLength: 2 }) }),
  record({ const: fc.oneof(word, bound, fc.boolean(), fc.constant(null)) }),
  record({ type: fc.constant('string'), not: fc.constant({}) }),
  record({ type: fc.constant('object'), properties: fc.constant({}) }),
  fc.jsonValue(),
);
const property = fc.oneof(text, number, boolean, choice, list, odd);
const name = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'length');

const schema = fc
  .tuple(fc.dictionary(name, property, { maxKeys: 4 }), fc.array(name, { maxLength: 2 }), maybe(text))
  .map(([properties, required, definition]) => ({
    type: 'object',
    properties,
    // Now and then one that is not described.
    required: [...new Set(required)].filter(
      (one, index) => Object.hasOwn(properties, one) || (index === 1 && required.length === 2),
    ),
    ...(definition === undefined ? {} : { $defs: { T: definition } }),
  }));

/** What somebody could put into a field, sensible and not. */
const entryFor = ({ id, control }: Field): fc.Arbitrary<Entry | undefined> => {
  const ids = 'options' in control ? control.options.map((option) => option.id) : ['o0'];
  const entry: fc.Arbitrary<Entry[1] | undefined> = fc.oneof(
    fc.constant(undefined),
    word,
    bound.map(String),
    fc.constantFrom('1.5', '0.5', '1e3', '9007199254740993'),
    fc.boolean(),
    fc.constantFrom(...ids),
    fc.array(fc.constantFrom(...ids, 'a', 'ab'), { maxLength: 4 }),
  );
  return entry.map((value) => (value === undefined ? undefined : [id, value]));
};

describe('any form', () => {
  it('is drawn or refused, and what is accepted satisfies what the server sent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schema, fc.infiniteStream(fc.nat()), (sent, seeds) => {
        const form = readForm(sent, matches);
        if (!form.ok) {
          expect(form.detail).not.toBe('');
          return;
        }
        const validator = new Validator(sent as object, '2020-12');
        for (let round = 0; round < 5; round++) {
          const entries = form.fields.flatMap((field) => {
            const [made] = fc.sample(entryFor(field), { numRuns: 1, seed: seeds.next().value });
            return made === undefined ? [] : [made];
          });
          const checked = checkAnswer(form.fields, entries, matches, '.');
          if (!checked.ok) continue;
          accepted += 1;
          expect(
            validator.validate(checked.content),
            JSON.stringify({ sent, content: checked.content }),
          ).toMatchObject({ valid: true });
        }
      }),
      { numRuns },
    );
    // A property that is never put to the test shows nothing.
    expect(accepted).toBeGreaterThan(numRuns / 20);
  }, 300_000);

  it('of any JSON at all is drawn or refused, never thrown on', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(typeof readForm(sent, matches).ok).toBe('boolean');
      }),
      { numRuns },
    );
  });
});
