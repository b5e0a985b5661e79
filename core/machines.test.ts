import { describe, expect, it } from 'vitest';
import { type Arming, type ArmingEvent, step as arm, armedAt, isArmed, isCalm, unarmed } from './arming.ts';
import { type CallState, step as stepCall } from './call.ts';
import { callFor } from './callFor.ts';
import { gate } from './gate.ts';
import { type GestureEvent, gestureFor, noGesture, step as press } from './gesture.ts';
import { after, isOverdue, type QuestionState, step as stepQuestion, timeLeft } from './question.ts';
import { nextInTurn } from './turn.ts';

const armingAfter = (...events: ArmingEvent[]): Arming => events.reduce(arm, unarmed);
const ready: ArmingEvent[] = [
  { type: 'shown', at: 0 },
  { type: 'focused', at: 10 },
  { type: 'painted', at: 20 },
  { type: 'seen', unseen: [] },
];

describe('an accept is believed', () => {
  it('600 ms after the last of painted, shown and focused', () => {
    const arming = armingAfter(...ready);
    expect(armedAt(arming)).toBe(620);
    expect(isArmed(arming, 619)).toBe(false);
    expect(isArmed(arming, 620)).toBe(true);
  });

  it.each<[string, ArmingEvent]>([
    ['moved', { type: 'moved', at: 5_000 }],
    ['resized', { type: 'resized', at: 5_000 }],
    ['back from sleep', { type: 'resumed', at: 5_000 }],
    ['unlocked', { type: 'unlocked', at: 5_000 }],
    ['painted anew', { type: 'painted', at: 5_000 }],
    ['focused anew', { type: 'focused', at: 5_000 }],
    ['held, and is so no more', { type: 'released', at: 5_000 }],
  ])('not within 600 ms after it was %s', (_name, event) => {
    const arming = armingAfter(...ready, event);
    expect(isArmed(arming, 5_599)).toBe(false);
    expect(isArmed(arming, 5_600)).toBe(true);
  });

  it.each<[string, ArmingEvent]>([
    ['without the focus', { type: 'blurred' }],
    ['hidden', { type: 'hidden' }],
    ['with the end of the message unseen', { type: 'seen', unseen: ['message'] }],
    ['with a closed fold', { type: 'seen', unseen: ['folds'] }],
    ['while a server that can press buttons is at work', { type: 'held' }],
  ])('never %s', (_name, event) => {
    expect(armedAt(armingAfter(...ready, event))).toBeUndefined();
  });

  it.each(ready.map((event, index) => [event.type, index] as const))('never before "%s"', (_type, index) => {
    expect(armedAt(armingAfter(...ready.toSpliced(index, 1)))).toBeUndefined();
  });

  it('nor do keys reach the form while it is held', () => {
    expect(isCalm(armingAfter(...ready, { type: 'held' }), 700)).toBe(false);
  });

  it('while keys already reach a form that is not read to its end', () => {
    expect(isCalm(armingAfter(...ready, { type: 'seen', unseen: ['fields'] }), 700)).toBe(true);
  });
});

describe('a gesture', () => {
  const after = (...events: GestureEvent[]) => events.reduce(press, noGesture);
  const click: GestureEvent[] = [
    { type: 'down', kind: 'pointer', at: 1_000 },
    { type: 'up', kind: 'pointer', at: 1_050 },
  ];
  it.each<[string, GestureEvent[], number, number, string | undefined]>([
    ['that is fresh and after arming counts', click, 900, 1_060, 'pointer'],
    ['that began before arming does not', click, 1_020, 1_060, undefined],
    ['older than a second does not', click, 900, 2_051, undefined],
    ['that was used does not count again', [...click, { type: 'used' }], 900, 1_060, undefined],
    [
      'of a key that is held down does not',
      [{ type: 'down', kind: 'key', at: 1_000 }, { type: 'repeat' }, { type: 'up', kind: 'key', at: 1_050 }],
      900,
      1_060,
      undefined,
    ],
    ['without a beginning does not', [{ type: 'up', kind: 'key', at: 1_050 }], 900, 1_060, undefined],
    [
      'that began as another does not',
      [
        { type: 'down', kind: 'pointer', at: 1_000 },
        { type: 'up', kind: 'key', at: 1_050 },
      ],
      900,
      1_060,
      undefined,
    ],
    ['that is not finished does not', [{ type: 'down', kind: 'key', at: 1_000 }], 900, 1_060, undefined],
    ['none at all does not', [], 0, 10, undefined],
  ])('%s', (_name, events, armed, now, kind) => {
    expect(gestureFor(after(...events), armed, now)).toBe(kind);
  });
});

describe('the gate', () => {
  const now = { wall: 10_000, monotonic: 5_000 };
  const good = {
    action: 'accept' as const,
    named: 'q1',
    shown: 'q1',
    open: true,
    deadline: { wall: 20_000, monotonic: 15_000 },
    now,
    arming: armingAfter(...ready),
    gestures: { down: undefined, finished: { kind: 'key' as const, downAt: 4_900, upAt: 4_950 } },
  };
  it('lets a good accept through', () => {
    expect(gate(good)).toEqual({ ok: true, via: 'key' });
  });
  it.each([
    ['of another question', { shown: 'q2' }, 'other-question'],
    ['of no question', { shown: undefined }, 'other-question'],
    ['of a settled question', { open: false }, 'not-open'],
    ['after the deadline by the wall clock', { deadline: { wall: 10_000, monotonic: 15_000 } }, 'overdue'],
    [
      'after the deadline by the monotonic clock',
      { deadline: { wall: 20_000, monotonic: 5_000 } },
      'overdue',
    ],
    ['before it is armed', { arming: unarmed }, 'not-armed'],
    ['without a gesture', { gestures: noGesture }, 'no-gesture'],
  ])('refuses an accept %s', (_name, change, code) => {
    expect(gate({ ...good, ...change })).toEqual({ ok: false, code });
  });
  it.each(['decline', 'cancel', 'later'] as const)(
    'lets %s through at once, but only for an open question of this window',
    (action) => {
      const early = { ...good, action, arming: unarmed, gestures: noGesture };
      expect(gate(early).ok).toBe(true);
      expect(gate({ ...early, open: false }).ok).toBe(false);
      expect(gate({ ...early, shown: 'q2' }).ok).toBe(false);
    },
  );
});

describe('a question', () => {
  it('is settled once', () => {
    const settled: QuestionState = { state: 'settled', ending: { kind: 'declined' } };
    expect(
      stepQuestion(settled, { type: 'settle', ending: { kind: 'accepted', content: {}, via: 'key' } }),
    ).toBe(settled);
    expect(stepQuestion(settled, { type: 'show' })).toBe(settled);
  });
  it('is set aside only from the screen, and shown again', () => {
    expect(stepQuestion({ state: 'waiting' }, { type: 'set aside' })).toEqual({ state: 'waiting' });
    expect(stepQuestion({ state: 'shown' }, { type: 'set aside' })).toEqual({ state: 'set aside' });
    expect(stepQuestion({ state: 'set aside' }, { type: 'show' })).toEqual({ state: 'shown' });
  });
  it('is overdue by either clock, so that sleep and a clock set back count as time passed', () => {
    const deadline = after({ wall: 100, monotonic: 100 }, 50);
    expect(isOverdue(deadline, { wall: 149, monotonic: 149 })).toBe(false);
    expect(isOverdue(deadline, { wall: 150, monotonic: 101 })).toBe(true);
    expect(isOverdue(deadline, { wall: 0, monotonic: 150 })).toBe(true);
    expect(timeLeft(deadline, { wall: 140, monotonic: 120 })).toBe(10);
  });
});

describe('whose turn it is', () => {
  const q = (questionId: string, serverId: string, askedAt: number) => ({ questionId, serverId, askedAt });
  const waiting = [q('1', 'a', 1), q('2', 'a', 2), q('3', 'b', 3), q('4', 'c', 0)];
  it.each([
    ['the oldest, when none was shown before', waiting, undefined, '4'],
    ['the next server', waiting, 'a', '3'],
    ['round again', waiting, 'c', '1'],
    ['the same server when it is alone', [q('2', 'a', 2)], 'a', '2'],
    ['nobody', [], 'a', undefined],
  ])('%s', (_name, list, last, id) => {
    expect(nextInTurn(list, last)?.questionId).toBe(id);
  });
});

describe('a call', () => {
  const result = { isError: false, content: [] };
  it.each<[CallState['state'], Parameters<typeof stepCall>[1], CallState['state']]>([
    ['running', { type: 'waits', sent: true, questions: 1, pages: 0 }, 'waiting for an answer'],
    ['waiting for an answer', { type: 'waits', sent: true, questions: 0, pages: 0 }, 'running'],
    [
      'waiting for an answer',
      { type: 'waits', sent: true, questions: 0, pages: 1 },
      'waiting for the browser',
    ],
    [
      'waiting for the browser',
      { type: 'waits', sent: true, questions: 1, pages: 1 },
      'waiting for an answer',
    ],
    ['waiting for the browser', { type: 'waits', sent: true, questions: 0, pages: 0 }, 'running'],
    ['waiting for the browser', { type: 'result', result }, 'done'],
    ['running', { type: 'waits', sent: false, questions: 1, pages: 0 }, 'waiting for approval'],
    ['waiting for approval', { type: 'waits', sent: false, questions: 0, pages: 0 }, 'running'],
    ['waiting for approval', { type: 'refuse', why: 'x' }, 'not sent'],
    ['waiting for an answer', { type: 'result', result }, 'done'],
    ['running', { type: 'failure', message: 'x' }, 'failed'],
    ['running', { type: 'cancel', why: 'x' }, 'cancelled'],
  ])('%s, then %o: %s', (from, event, to) => {
    expect(stepCall({ state: from } as CallState, event).state).toBe(to);
  });
  it('that is over stays as it is', () => {
    const over: CallState = { state: 'cancelled', why: 'x' };
    expect(stepCall(over, { type: 'result', result })).toBe(over);
  });
});

describe('a question belongs', () => {
  it('to the one open call, to one of several, or to none', () => {
    expect(callFor(['a'])).toEqual({ kind: 'one', callIds: ['a'] });
    expect(callFor(['a', 'b'])).toEqual({ kind: 'one of', callIds: ['a', 'b'] });
    expect(callFor([])).toEqual({ kind: 'none' });
  });
});
