import { describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import type { Ending } from '../core/question.ts';
import { type Asked, Questions } from './questions.ts';
import { counter, fakeClock } from './testing/fakes.ts';

const asked: Asked = {
  serverId: 'files',
  server: { name: 'files', address: 'x' },
  callIds: ['c1'],
  tools: ['delete_file'],
  again: false,
  body: { kind: 'form', message: 'm', fields: [] },
  limitMs: 10_000,
};

function make() {
  const clock = fakeClock();
  const settled: Ending[] = [];
  const questions = new Questions({
    clock,
    newId: counter(),
    changed: () => {},
    settled: (_question, ending) => settled.push(ending),
  });
  return { clock, questions, settled };
}

describe('a question', () => {
  it('is settled by the first ending alone', async () => {
    const { questions, settled } = make();
    const { question, ending } = questions.ask(asked);
    expect(questions.settle(question.questionId, { kind: 'declined' })).toBe(true);
    expect(questions.settle(question.questionId, { kind: 'accepted', content: {}, via: 'key' })).toBe(false);
    expect(await ending).toEqual({ kind: 'declined' });
    expect(settled).toEqual([{ kind: 'declined' }]);
    expect(questions.open).toEqual([]);
  });

  it.each([
    [false, 'unseen'],
    [true, 'seen'],
  ])('expires at its limit (seen: %s)', async (shown) => {
    const { clock, questions } = make();
    const { question, ending } = questions.ask(asked);
    if (shown) questions.markShown(question.questionId);
    clock.pass(9_999);
    expect(questions.open).toHaveLength(1);
    clock.pass(1);
    expect(await ending).toEqual({ kind: 'expired', seen: shown });
  });

  it('that was set aside expires too', async () => {
    const { clock, questions } = make();
    const { question, ending } = questions.ask(asked);
    questions.markShown(question.questionId);
    questions.setAside(question.questionId);
    expect(questions.find(question.questionId)?.state).toEqual({ state: 'set aside' });
    clock.pass(10_000);
    expect(await ending).toEqual({ kind: 'expired', seen: true });
  });

  it('expires after sleep, when only the wall clock went on', async () => {
    const { clock, questions } = make();
    const { ending } = questions.ask(asked);
    clock.passOnTheWall(10_000);
    questions.expireOverdue();
    expect(await ending).toEqual({ kind: 'expired', seen: false });
  });

  it('is withdrawn with what it belongs to, and nothing else is', async () => {
    const { questions } = make();
    const first = questions.ask(asked);
    const second = questions.ask({ ...asked, serverId: 'other', callIds: ['c2'] });
    questions.withdraw('connection', (question) => question.serverId === 'files');
    expect(await first.ending).toEqual({ kind: 'withdrawn', why: 'connection' });
    expect(questions.open).toEqual([second.question]);
  });

  it('leaves no timer behind', () => {
    const { clock, questions, settled } = make();
    const { question } = questions.ask(asked);
    questions.settle(question.questionId, { kind: 'declined' });
    clock.pass(100_000);
    expect(settled).toHaveLength(1);
  });
});

describe('there is room', () => {
  it(`for ${limits.openQuestionsPerServer} of one server, and ${limits.openQuestions} in all`, () => {
    const { questions } = make();
    for (let n = 0; n < limits.openQuestionsPerServer; n++) questions.ask(asked);
    expect(questions.whyFull('files')).toContain('8 open questions of one server');
    expect(questions.whyFull('other')).toBeUndefined();
    for (let n = questions.open.length; n < limits.openQuestions; n++)
      questions.ask({ ...asked, serverId: `s${n}` });
    expect(questions.whyFull('other')).toContain('64 open questions');
  });
});
