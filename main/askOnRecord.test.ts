import { expect, it } from 'vitest';
import type { AuditEvent } from '../core/audit.ts';
import { askOnRecord } from './askOnRecord.ts';
import { type Asked, Questions } from './questions.ts';
import { counter, fakeClock } from './testing/fakes.ts';

const asked: Asked = {
  ...{ serverId: 'policy.json', server: { name: 'policy.json', address: 'x' }, callIds: [], tools: [] },
  ...{ again: false, limitMs: 10_000, body: { kind: 'policy', added: ['a'], removed: [] } },
};

function make(fails: AuditEvent['event'] | 'never') {
  const events: string[] = [];
  const questions = new Questions({
    clock: fakeClock(),
    newId: counter(),
    changed: () => {},
    settled: () => {},
  });
  const record = async ({ event }: AuditEvent) => {
    if (event === fails) throw new Error('disk full');
    events.push(event);
  };
  return { events, questions, ending: askOnRecord({ questions, record, seal: (text) => text }, asked) };
}

it('is recorded when it is asked and when it is over', async () => {
  const { events, questions, ending } = make('never');
  await expect.poll(() => events).toEqual(['question asked']);
  questions.settle(questions.open[0]?.questionId ?? '', { kind: 'declined' });
  expect(await ending).toEqual({ kind: 'declined' });
  expect(events).toEqual(['question asked', 'question ended']);
});

it('that cannot be recorded is not left open', async () => {
  const { questions, ending } = make('question asked');
  await expect(ending).rejects.toThrow('disk full');
  expect(questions.open).toEqual([]);
});

it('whose end cannot be recorded is no answer', async () => {
  const { questions, ending } = make('question ended');
  const rejected = expect(ending).rejects.toThrow('disk full');
  await expect.poll(() => questions.open.length).toBe(1);
  questions.settle(questions.open[0]?.questionId ?? '', {
    kind: 'accepted',
    content: undefined,
    via: 'key',
  });
  await rejected;
});
