import { describe, expect, it } from 'vitest';
import type { Ending } from './ending.ts';
import { endingText } from './ending.ts';
import type { Identity } from './identity.ts';

const state = (size: number, day: number, hour: number, minute: number, ino = 2): Identity => ({
  dev: 1n,
  ino: BigInt(ino),
  size: BigInt(size),
  mtimeNs: BigInt(new Date(2026, 9, day, hour, minute).getTime()) * 1_000_000n,
  ctimeNs: 0n,
});
const seen = state(2345, 5, 14, 30);
const changedTo = (now: Identity): Ending => ({
  kind: 'changed',
  seen,
  instead: { kind: 'another state', state: now },
});

describe('endingText', () => {
  it.each<[Ending, string]>([
    [{ kind: 'deleted' }, 'Deleted notes.txt'],
    [{ kind: 'deleted', backup: 'notes.txt.bak' }, 'Deleted notes.txt (backup: notes.txt.bak)'],
    [{ kind: 'declined' }, 'Deletion declined by the user'],
    [{ kind: 'cancelled' }, 'Deletion cancelled'],
    [{ kind: 'no answer', limitMs: 120_000 }, 'Deletion cancelled (no answer within 2 minutes)'],
    [
      { kind: 'invalid', problems: ['reason: must NOT have fewer than 5 characters'] },
      'Confirmation was not valid: reason: must NOT have fewer than 5 characters',
    ],
    [
      { kind: 'wrong name', typed: 'note.txt' },
      "Confirmation did not match: you typed 'note.txt', expected 'notes.txt'",
    ],
    [
      changedTo(state(2400, 5, 14, 31)),
      'notes.txt changed after you were asked (2.3 KB, modified 14:30 → 2.4 KB, modified 14:31); nothing was deleted',
    ],
    [
      changedTo(state(2400, 6, 9, 0)),
      'notes.txt changed after you were asked (2.3 KB, modified 2026-10-05 14:30 → 2.4 KB, modified 2026-10-06 09:00); nothing was deleted',
    ],
    [
      changedTo(state(2345, 5, 14, 30, 3)),
      'notes.txt changed after you were asked (2.3 KB, modified 14:30 → another file); nothing was deleted',
    ],
    [
      changedTo(seen),
      'notes.txt changed after you were asked (2.3 KB, modified 14:30 → written or relabelled since); nothing was deleted',
    ],
    [
      { kind: 'changed', seen, instead: { kind: 'nothing' }, aside: '.countersign-1' },
      'notes.txt changed after you were asked (2.3 KB, modified 14:30 → no longer there); nothing was deleted, it can be found as .countersign-1',
    ],
    [{ kind: 'cannot ask' }, 'Deletion needs a client that can ask the user'],
  ])('tells every ending in its own words (%#)', (ending, text) => {
    expect(endingText('notes.txt', ending)).toBe(text);
  });
});
