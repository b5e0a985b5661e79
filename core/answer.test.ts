import { describe, expect, it } from 'vitest';
import { checkAnswer, type Entry, type Matches } from './answer.ts';
import { readForm } from './form.ts';

const matches: Matches = (pattern, text) =>
  pattern === 'slow' ? 'timeout' : new RegExp(pattern, 'u').test(text);

function check(
  properties: Record<string, unknown>,
  entries: Entry[],
  required: string[] = [],
  decimal: '.' | ',' = '.',
) {
  const form = readForm({ type: 'object', properties, required }, matches);
  if (!form.ok) throw new Error(form.detail);
  return checkAnswer(form.fields, entries, matches, decimal);
}

describe('what was entered is what is sent', () => {
  it.each<[string, unknown, Entry[1], unknown]>([
    ['a text', { type: 'string' }, ' as typed ', ' as typed '],
    ['yes', { type: 'boolean' }, true, true],
    ['no', { type: 'boolean' }, false, false],
    ['a whole number', { type: 'integer' }, ' 5 ', 5],
    ['a number', { type: 'number' }, '2.50', 2.5],
    ['a choice, by its value', { enum: ['en', 'ja'], enumNames: ['English', '日本語'] }, 'o1', 'ja'],
    ['a choice of a number', { type: 'integer', enum: [10, 20] }, 'o1', 20],
    ['the empty choice', { enum: ['', 'a'] }, 'o0', ''],
    ['a multiple, with a tolerance', { type: 'number', multipleOf: 0.01 }, '19.99', 19.99],
    ['letters beyond one unit, counted once', { type: 'string', maxLength: 2 }, '👍👍', '👍👍'],
    [
      'choices, in the order of the server',
      { type: 'array', items: { enum: ['x', 'y', 'z'] } },
      ['o2', 'o0'],
      ['x', 'z'],
    ],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, ['b', 'a'], ['b', 'a']],
    ['a tick that must be given', { const: true }, true, true],
    ['an address', { type: 'string', format: 'uri' }, 'https://example.org/', 'https://example.org/'],
  ])('%s', (_name, property, entry, sent) => {
    expect(check({ a: property }, [['f0', entry]])).toEqual({ ok: true, content: { a: sent } });
  });

  it('leaves out what was not answered, and what was cleared', () => {
    const properties = {
      a: { type: 'string', format: 'email' },
      b: { type: 'boolean' },
      c: { type: 'integer' },
    };
    expect(
      check(properties, [
        ['f0', ''],
        ['f2', ' '],
      ]),
    ).toEqual({ ok: true, content: {} });
  });

  it('keeps ordinary names that objects have too', () => {
    const sent = check({ constructor: { type: 'string' }, toString: { type: 'boolean' } }, [
      ['f0', 'x'],
      ['f1', false],
    ]);
    expect(sent).toEqual({ ok: true, content: { constructor: 'x', toString: false } });
  });

  it('has fixed values always, and an empty list where a list is required', () => {
    const properties = {
      a: { const: 'x' },
      b: { type: 'array', items: { enum: ['y'] } },
      c: { type: 'array', items: { type: 'string' } },
    };
    expect(check(properties, [], ['b'])).toEqual({ ok: true, content: { a: 'x', b: [] } });
  });

  it('without fields is an empty object', () => {
    expect(check({}, [])).toEqual({ ok: true, content: {} });
  });

  it("understands the locale's decimal sign, and no other", () => {
    expect(check({ a: { type: 'number' } }, [['f0', '2,5']], [], ',')).toEqual({
      ok: true,
      content: { a: 2.5 },
    });
    expect(check({ a: { type: 'number' } }, [['f0', '2.5']], [], ',').ok).toBe(false);
    expect(check({ a: { type: 'number' } }, [['f0', '1.000,5']], [], ',').ok).toBe(false);
    expect(check({ a: { type: 'number' } }, [['f0', '2,5']]).ok).toBe(false);
  });
});

describe('a problem for each field, and nothing is sent', () => {
  it.each<[string, unknown, Entry[1], string]>([
    ['too short', { type: 'string', minLength: 5 }, 'abc', 'At least 5 characters (now 3)'],
    ['too long', { type: 'string', maxLength: 1 }, '👍👍', 'At most 1 character (now 2)'],
    ['another form', { type: 'string', pattern: '^\\d{4}$' }, '12a', 'Does not fit'],
    ['a pattern without end', { type: 'string', pattern: 'slow' }, 'x', 'takes too long'],
    ['no e-mail address', { type: 'string', format: 'email' }, 'nope', 'e-mail'],
    ['no date', { type: 'string', format: 'date' }, '2026-13-99', 'date'],
    ['a time without a zone', { type: 'string', format: 'date-time' }, '2026-12-01T10:00:00', 'zone'],
    ['rubbish behind a number', { type: 'integer' }, '42xyz', 'Not a number'],
    ['a fraction', { type: 'integer' }, '1.5', 'whole number'],
    ['hexadecimal', { type: 'integer' }, '0x10', 'Not a number'],
    ['beyond what is exact', { type: 'integer' }, '9007199254740993', 'exactly'],
    ['beyond all bounds', { type: 'number' }, '1e999', 'Too large'],
    ['too small', { type: 'number', minimum: 3 }, '2', '3 or more'],
    ['too large', { type: 'number', exclusiveMaximum: 3 }, '3', 'less than 3'],
    ['no multiple', { type: 'integer', multipleOf: 5 }, '7', 'multiple of 5'],
    ['no choice of ours', { enum: ['a'] }, 'o7', 'Not one of the choices'],
    ['a value instead of a choice', { enum: ['a'] }, 'a', 'Not one of the choices'],
    [
      'too few choices',
      { type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 },
      ['o0'],
      'At least 2 entries (now 1)',
    ],
    [
      'too many',
      { type: 'array', items: { type: 'string' }, maxItems: 1 },
      ['a', 'b'],
      'At most 1 entry (now 2)',
    ],
    ['the same twice', { type: 'array', items: { type: 'string' }, uniqueItems: true }, ['a', 'a'], 'twice'],
    ['a choice twice', { type: 'array', items: { enum: ['x'] } }, ['o0', 'o0'], 'Not a list'],
    [
      'a text that is too long in a list',
      { type: 'array', items: { type: 'string', maxLength: 1 } },
      ['ab'],
      'At most 1 character',
    ],
    [
      'a text of another form in a list',
      { type: 'array', items: { type: 'string', pattern: '^a$' } },
      ['b'],
      'Does not fit',
    ],
    ['a text for a list', { type: 'array', items: { type: 'string' } }, 'a', 'Not a list'],
    ['a list for a text', { type: 'string' }, ['a'], 'Not text'],
    ['another value for a fixed one', { const: 'a' }, 'b', 'Not to be changed'],
    ['a text for yes or no', { type: 'boolean' }, 'true', 'yes or no'],
    ['yes for a text', { type: 'string' }, true, 'Not text'],
    ['yes for a number', { type: 'number' }, true, 'Not a number'],
  ])('%s', (_name, property, entry, message) => {
    const result = check({ a: property }, [['f0', entry]]);
    expect(result).toEqual({
      ok: false,
      problems: [{ field: 'f0', message: expect.stringContaining(message) }],
    });
  });

  it.each([
    ['a text', { type: 'string' }, 'Needs an answer'],
    ['a number', { type: 'number' }, 'Needs a number'],
    ['yes or no', { type: 'boolean' }, 'Choose yes or no'],
    ['a choice', { enum: ['a'] }, 'Choose one'],
    ['a tick', { const: true }, 'Tick this to accept, or decline'],
  ])('%s that is required and missing', (_name, property, message) => {
    expect(check({ a: property }, [], ['a'])).toEqual({ ok: false, problems: [{ field: 'f0', message }] });
  });

  it('all of them at once', () => {
    const result = check({ a: { type: 'string' }, b: { type: 'integer' } }, [['f1', 'x']], ['a', 'b']);
    expect(!result.ok && result.problems.map((problem) => problem.field)).toEqual(['f0', 'f1']);
  });

  it('a field that is unknown, or named twice', () => {
    expect(check({ a: { type: 'string' } }, [['f9', 'x']]).ok).toBe(false);
    expect(
      check({ a: { type: 'string' } }, [
        ['f0', 'x'],
        ['f0', 'y'],
      ]).ok,
    ).toBe(false);
  });
});
