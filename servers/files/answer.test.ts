import { describe, expect, it } from 'vitest';
import { answerCheck, isSameName } from './answer.ts';

const check = answerCheck();
const accept = (content?: unknown) =>
  check(content === undefined ? { action: 'accept' } : { action: 'accept', content });
const good = { confirm_name: 'notes.txt', reason: 'no longer needed' };

describe('an answer', () => {
  it.each([
    { content: good, keepBackup: false },
    { content: { ...good, keep_backup: false }, keepBackup: false },
    { content: { ...good, keep_backup: true }, keepBackup: true },
  ])('is taken: $content', ({ content, keepBackup }) => {
    const confirmation = { confirmName: 'notes.txt', reason: 'no longer needed', keepBackup };
    expect(accept(content)).toEqual({ kind: 'accepted', confirmation });
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ])('%s is %s, whatever comes with it', (action, kind) => {
    expect(check({ action, content: good })).toEqual({ kind });
  });

  it.each<[unknown, string]>([
    [undefined, "must have required property 'confirm_name'"],
    [{}, "must have required property 'reason'"],
    [null, 'the content must be an object'],
    [[], 'the content must be an object'],
    ['yes', 'the content must be an object'],
    [{ reason: good.reason }, "must have required property 'confirm_name'"],
    [{ ...good, reason: 'abcd' }, 'reason: must NOT have fewer than 5 characters'],
    [{ ...good, reason: '\u{1F600}'.repeat(4) }, 'reason: must NOT have fewer than 5 characters'],
    [{ ...good, reason: 'x'.repeat(201) }, 'reason: must NOT have more than 200 characters'],
    [{ ...good, reason: 7 }, 'reason: must be string'],
    [{ ...good, confirm_name: ['notes.txt'] }, 'confirm_name: must be string'],
    [{ ...good, keep_backup: 'false' }, 'keep_backup: must be boolean'],
    [{ ...good, keep_backup: null }, 'keep_backup: must be boolean'],
    [{ ...good, force: true }, 'force: was not asked for'],
    [JSON.parse(`{"__proto__":${JSON.stringify(good)}}`), '__proto__: was not asked for'],
    [
      JSON.parse(`{"__proto__":1,"confirm_name":"notes.txt","reason":"abcde"}`),
      '__proto__: was not asked for',
    ],
    [Object.create(good), 'the content must be an object'],
  ])('%j is refused: %s', (content, problem) => {
    const answer = accept(content);
    expect(answer).toMatchObject({ kind: 'invalid', problems: expect.arrayContaining([problem]) });
  });

  it.each([
    { action: 'yes' },
    { action: true },
    { content: good },
    {},
    null,
    [],
    'accept',
    Object.create({ action: 'accept' }),
  ])('%j is no answer', (result) => {
    expect(check(result)).toMatchObject({ kind: 'invalid' });
  });
});

it('tells of the first few fields that were not asked for, however many there are', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]));
  expect(accept(many)).toMatchObject({ kind: 'invalid', problems: { length: 5 } });
});

it.each([
  ['notes.txt', 'notes.txt', true],
  ['u\u0308.txt', '\u00fc.txt', true],
  ['Notes.txt', 'notes.txt', false],
  ['notes.txt ', 'notes.txt', false],
  ['/t/notes.txt', 'notes.txt', false],
])('typed %j for %j: %s', (typed, given, same) => {
  expect(isSameName(typed, given)).toBe(same);
});
