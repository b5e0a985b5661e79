import { describe, expect, it } from 'vitest';
import { type Entry, fitsFilter, Stories, type Story } from './activity.ts';

const time = (n: number) => new Date(1_796_000_000_000 + n * 1_000).toISOString();
/** Numbered and timed in the order in which they happened. */
const record = (...events: object[]): Entry[] =>
  events.map((event, n) => ({ seq: n + 1, time: time(n), ...event }) as Entry);

function told(entries: readonly Entry[]): Story[] {
  const stories = new Stories();
  const all = [...entries].reverse().flatMap((entry) => stories.add(entry) ?? []);
  return [...all, ...stories.rest()];
}

const deletion = (call: string, question: string) => [
  {
    event: 'call judged',
    call,
    server: 'files',
    tool: 'delete_file',
    by: 'person',
    effect: 'ask',
    because: 'no rule speaks of it',
  },
  {
    event: 'question asked',
    question: `${question}-approval`,
    server: 'files',
    calls: [call],
    message: 'Send this call of delete_file?',
  },
  {
    event: 'question ended',
    question: `${question}-approval`,
    ending: 'answered: accept',
    via: 'key',
    fields: ['scope'],
  },
  { event: 'call approved', call, scope: 'once' },
  { event: 'call sent', call, server: 'files', tool: 'delete_file', arguments: ['filepath'] },
  {
    event: 'question asked',
    question,
    server: 'files',
    calls: [call],
    message: 'Confirm deletion of notes.txt',
  },
  { event: 'question shown', question },
  { event: 'question ended', question, ending: 'answered: accept', via: 'pointer', fields: ['reason'] },
  { event: 'answer sent', question, action: 'accept' },
  { event: 'call ended', call, outcome: 'done' },
];

it('a call is one story, from who called it to its result, in the order in which it happened', () => {
  const [story, ...others] = told(record(...deletion('c', 'q')));
  expect(others).toEqual([]);
  expect(story).toMatchObject({ seq: 1, server: 'files', tool: 'delete_file', outcome: 'done' });
  expect(story?.steps.map(({ text }) => text)).toEqual([
    'Called by the person; asked first: no rule speaks of it',
    'Asked: Send this call of delete_file?',
    'answered: accept, by key (scope)',
    'Approved by the person: this call',
    'Sent with filepath',
    'Asked: Confirm deletion of notes.txt',
    'Shown',
    'answered: accept, by pointer (reason)',
    'Answer sent: accept',
    'Ended: done',
  ]);
  const times = story?.steps.map(({ time }) => time) ?? [];
  expect(times).toEqual([...times].sort());
});

it('calls that run side by side are told apart, the newest first', () => {
  const [a, b] = [deletion('a', 'qa'), deletion('b', 'qb')];
  const mixed = a.flatMap((event, n) => [event, b[n] ?? {}]);
  const stories = told(record(...mixed));
  expect(stories.map(({ seq, steps }) => [seq, steps.length])).toEqual([
    [2, 10],
    [1, 10],
  ]);
});

it('what belongs to no call is a story of its own', () => {
  const stories = told(
    record(
      { event: 'app started' },
      { event: 'question asked', question: 'p', server: 'mine', calls: [], message: 'node server.js' },
      { event: 'question ended', question: 'p', ending: 'answered: accept' },
      { event: 'question refused', server: 'mine', calls: [], detail: 'no call of this server is open' },
    ),
  );
  expect(stories.map(({ steps }) => steps.map(({ text }) => text))).toEqual([
    ['Refused a question: no call of this server is open'],
    ['Asked: node server.js', 'answered: accept'],
    ['app started'],
  ]);
});

it('a call whose beginning is not there is told at the end; one without an end says so', () => {
  expect(told(record(...deletion('c', 'q').slice(4)))).toMatchObject([{ outcome: 'done' }]);
  expect(told(record(...deletion('c', 'q').slice(0, 5)))).toMatchObject([{ outcome: 'no end on record' }]);
});

it('a call that was judged again, since its tool changed, is one story', () => {
  const [first = {}, ...rest] = deletion('c', 'q');
  const again = { ...first, again: true };
  expect(told(record(first, again, ...rest))).toHaveLength(1);
});

it('words of servers are made safe', () => {
  const [story] = told(record({ event: 'server ended', server: 'a\u202Eb', why: 'x\u202Ey' }));
  expect(story).toMatchObject({ server: 'a⟨U+202E⟩b', steps: [{ text: 'Server ended: x⟨U+202E⟩y' }] });
});

describe('a filter', () => {
  const [story] = told(record(...deletion('c', 'q')));
  it.each<[Partial<Record<'server' | 'tool' | 'outcome' | 'text', string>>, boolean]>([
    [{}, true],
    [{ server: 'FILES' }, true],
    [{ server: 'mail' }, false],
    [{ tool: 'delete' }, true],
    [{ outcome: 'done' }, true],
    [{ outcome: 'failed' }, false],
    [{ text: 'NOTES.txt' }, true],
    [{ text: 'groceries' }, false],
    [{ server: 'files', text: 'groceries' }, false],
  ])('%j', (filter, expected) => {
    if (story === undefined) throw new Error('no story');
    expect(fitsFilter(story, { server: '', tool: '', outcome: '', text: '', ...filter })).toBe(expected);
  });
});
