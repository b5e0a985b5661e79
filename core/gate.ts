/**
 * Step 8 in the life of a question: may this answer be taken at all? The sender's window, frame and address were
 * judged before (`sender.ts`); here it is the question, its time, and the person.
 */

import type { Arming } from './arming.ts';
import { armedAt, isArmed } from './arming.ts';
import type { GestureKind, Gestures } from './gesture.ts';
import { gestureFor } from './gesture.ts';
import type { Instant } from './question.ts';
import { isOverdue } from './question.ts';

export type GateCode = 'other-question' | 'not-open' | 'overdue' | 'not-armed' | 'no-gesture';

export type Gate = { ok: true; via: GestureKind | 'none needed' } | { ok: false; code: GateCode };

export type AtTheGate = {
  action: 'accept' | 'decline' | 'cancel' | 'later';
  /** The question that the answer names, and the one that the window shows. */
  named: string;
  shown: string | undefined;
  open: boolean;
  deadline: Instant;
  now: Instant;
  arming: Arming;
  gestures: Gestures;
};

/** Decline, cancel and later are safe, so they need no armed window and no gesture. */
export function gate(at: AtTheGate): Gate {
  if (at.named !== at.shown) return { ok: false, code: 'other-question' };
  if (!at.open) return { ok: false, code: 'not-open' };
  if (isOverdue(at.deadline, at.now)) return { ok: false, code: 'overdue' };
  if (at.action !== 'accept') return { ok: true, via: 'none needed' };
  if (!isArmed(at.arming, at.now.monotonic)) return { ok: false, code: 'not-armed' };
  const via = gestureFor(at.gestures, armedAt(at.arming) ?? Infinity, at.now.monotonic);
  return via === undefined ? { ok: false, code: 'no-gesture' } : { ok: true, via };
}

export const gateMessages: Record<GateCode, string> = {
  'other-question': 'This window does not show that question.',
  'not-open': 'This question is no longer open. Nothing was sent.',
  overdue: 'The time to answer has passed. Nothing was sent.',
  'not-armed': 'The dialog was not ready yet. Read the question, then press Accept again.',
  'no-gesture': 'No key or button of yours was seen in this dialog. Press Accept again.',
};
