import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { continuation, isRound, readRound } from './round.ts';

const question = { method: 'elicitation/create', params: { message: 'm' } };
const required = (more: object) => ({ resultType: 'input_required', ...more });

describe('a round is read', () => {
  it('each question under its own key, with its raw parameters', () => {
    expect(readRound(required({ inputRequests: { a: question, b: question }, requestState: 's' }))).toEqual({
      ok: true,
      questions: [
        { key: 'a', about: 'the person', params: { message: 'm' } },
        { key: 'b', about: 'the person', params: { message: 'm' } },
      ],
      state: 's',
    });
  });

  it('one for the folders too, which no person answers in it', () => {
    expect(readRound(required({ inputRequests: { a: { method: 'roots/list' } } }))).toMatchObject({
      questions: [{ key: 'a', about: 'folders' }],
    });
  });

  it('with a state alone, and without one', () => {
    expect(readRound(required({ requestState: '' }))).toMatchObject({ ok: true, questions: [], state: '' });
    expect(readRound(required({ inputRequests: { a: question } }))).toMatchObject({ state: undefined });
  });

  it('is told from a result', () => {
    expect(isRound(required({}))).toBe(true);
    for (const result of [{ content: [] }, { resultType: 'complete' }, undefined, 'input_required', []])
      expect(isRound(result)).toBe(false);
  });
});

describe('a round that ends the call', () => {
  const tooMany = Object.fromEntries(
    Array.from({ length: limits.openQuestionsPerServer + 1 }, (_, n) => [`q${n}`, question]),
  );
  it.each<[string, object, RegExp]>([
    [
      'asks a model',
      { inputRequests: { a: question, b: { method: 'sampling/createMessage' } } },
      /never offered/,
    ],
    ['asks for nothing known', { inputRequests: { a: 7 } }, /never offered/],
    [
      'has a key that no object can hold',
      { inputRequests: JSON.parse('{"__proto__":{"method":"elicitation/create"}}') },
      /never offered/,
    ],
    ['has neither questions nor state', {}, /neither/],
    ['has questions that are a list', { inputRequests: [question] }, /not an object/],
    ['has a state that is no text', { requestState: { a: 1 } }, /not a text/],
    ['asks too much at once', { inputRequests: tooMany }, /at once/],
  ])('%s', (_name, more, detail) => {
    const read = readRound(required(more));
    expect(read.ok).toBe(false);
    expect(read).toMatchObject({ detail: expect.stringMatching(detail) });
  });
});

describe('E055: what the next request adds', () => {
  it.each(['', ' \u0000\n\u2028"\\', 'ü\u{1F600}\uD800', 'x'.repeat(65_536)])(
    'the state as it came: %o',
    (state) => {
      const sent = JSON.parse(JSON.stringify(continuation(state, [['a', { action: 'decline' }]])));
      expect(sent).toEqual({ inputResponses: { a: { action: 'decline' } }, requestState: state });
    },
  );

  it('no state where there was none, no answers where nothing was asked', () => {
    expect(continuation(undefined, [['a', { action: 'accept', content: {} }]])).toEqual({
      inputResponses: { a: { action: 'accept', content: {} } },
    });
    expect(continuation('s', [])).toEqual({ requestState: 's' });
  });

  it('names that objects are born with are ordinary keys', () => {
    expect(JSON.stringify(continuation(undefined, [['constructor', { action: 'cancel' }]]))).toBe(
      '{"inputResponses":{"constructor":{"action":"cancel"}}}',
    );
  });
});
