import { describe, expect, it } from 'vitest';
import type { Intent } from './auditEntry.ts';
import { pendingIntents } from './auditEntry.ts';
import { type Finding, identityText } from './identity.ts';
import { isRunning } from './isRunning.ts';
import { type Remains, recoveryStep } from './recovery.ts';

const file = (ino: number, over: Partial<Finding> = {}): Finding => ({
  dev: 1n,
  ino: BigInt(ino),
  size: 9n,
  mtimeNs: 1n,
  ctimeNs: 2n,
  kind: 'file',
  ...over,
});
const intended = identityText(file(7));
const nothing: Remains = { name: undefined, aside: undefined, backup: undefined };

describe('recoveryStep', () => {
  it.each([
    ['moved only', { aside: file(7) }, { kind: 'restore' }],
    ['another file was moved, and not put back yet', { aside: file(8) }, { kind: 'restore' }],
    ['moved, and its name taken', { aside: file(7), name: file(8) }, { kind: 'leave aside' }],
    ['half put back', { aside: file(7), name: file(7) }, { kind: 'drop aside', outcome: 'restored' }],
    [
      'half a backup',
      { aside: file(7), backup: 'x.bak' },
      { kind: 'drop aside', outcome: 'deleted', backup: 'x.bak' },
    ],
    ['a whole backup', { backup: 'x.bak' }, { kind: 'nothing', outcome: 'deleted', backup: 'x.bak' }],
    ['gone', {}, { kind: 'nothing', outcome: 'deleted' }],
    ['not moved', { name: file(7) }, { kind: 'nothing', outcome: 'not touched' }],
    [
      'not moved, and written since',
      { name: file(7, { size: 10n }) },
      { kind: 'nothing', outcome: 'not touched' },
    ],
    ['another in its place', { name: file(8) }, { kind: 'nothing', outcome: 'not known' }],
  ])('%s', (_title, remains, step) => {
    expect(recoveryStep({ ...nothing, ...remains }, intended)).toEqual(step);
  });
});

describe('pendingIntents', () => {
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const intent = (number: number, over: Partial<Intent> = {}): Intent => ({
    event: 'intent',
    time: '2026-10-05T14:30:00.000Z',
    id: id(number),
    pid: 1,
    given: 'x',
    parent: '/t',
    name: 'x',
    keepBackup: false,
    reason: 'abcde',
    identity: intended,
    ...over,
  });
  const log = (...lines: unknown[]) =>
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

  it('are those without an ending or a recovery', () => {
    const ended = { event: 'ended', id: id(1) };
    const recovered = { event: 'recovered', id: id(2) };
    expect(pendingIntents(log(intent(1), intent(2), intent(3), ended, recovered))).toEqual([intent(3)]);
  });

  it('are read past lines that are torn or none of ours', () => {
    expect(pendingIntents(log('', '{"event":"int', 'null', '7', '[]', intent(1)))).toEqual([intent(1)]);
  });

  it.each([{ name: '../x' }, { name: 'a/b' }, { name: '' }, { id: '../../x' }])('%j is none', (over) => {
    expect(pendingIntents(log(intent(1, over)))).toEqual([]);
  });
});

it('this process is not another one that runs', () => {
  expect([isRunning(process.pid), isRunning(process.ppid), isRunning(2 ** 22 + 1)]).toEqual([
    false,
    true,
    false,
  ]);
});
