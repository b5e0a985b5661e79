/**
 * May an accept be believed? Only after the question has stood still, painted, focused and wholly read, for long
 * enough that a key or click meant for something else cannot land on it. Times are main's monotonic clock, in ms;
 * what the page's preload reports (painted, seen) can only delay.
 */
import { limits } from './limits.ts';

/** What of the question was not yet on screen. */
export type Unseen = 'message' | 'fields' | 'folds';

export type Arming = {
  painted: boolean;
  shown: boolean;
  focused: boolean;
  /** The last time something moved, appeared or came into focus. */
  disturbedAt: number;
  unseen: readonly Unseen[];
  /** A server that can press keys and buttons is at work. */
  held: boolean;
};

export type ArmingEvent =
  | { type: 'held' }
  | { type: 'released'; at: number }
  | { type: 'painted' | 'shown' | 'focused' | 'moved' | 'resized' | 'resumed' | 'unlocked'; at: number }
  | { type: 'blurred' | 'hidden' }
  | { type: 'seen'; unseen: readonly Unseen[] };

export const unarmed: Arming = {
  painted: false,
  shown: false,
  focused: false,
  disturbedAt: 0,
  unseen: ['message', 'fields'],
  held: false,
};

export function step(arming: Arming, event: ArmingEvent): Arming {
  switch (event.type) {
    case 'painted':
      return { ...arming, painted: true, disturbedAt: event.at };
    case 'shown':
      return { ...arming, shown: true, disturbedAt: event.at };
    case 'focused':
      return { ...arming, focused: true, disturbedAt: event.at };
    case 'moved':
    case 'resized':
    case 'resumed':
    case 'unlocked':
      return { ...arming, disturbedAt: event.at };
    case 'blurred':
      return { ...arming, focused: false };
    case 'hidden':
      return { ...arming, shown: false, focused: false };
    case 'seen':
      return { ...arming, unseen: event.unseen };
    case 'held':
      return { ...arming, held: true };
    case 'released':
      return { ...arming, held: false, disturbedAt: event.at };
    default:
      return event satisfies never;
  }
}

/** From when on keys reach the page; undefined while it is not painted, shown and focused, or held. */
export const calmAt = (arming: Arming): number | undefined =>
  arming.painted && arming.shown && arming.focused && !arming.held
    ? arming.disturbedAt + limits.armingMs
    : undefined;

/** From when on an accept is believed; undefined while something is missing. */
export const armedAt = (arming: Arming): number | undefined =>
  arming.unseen.length === 0 ? calmAt(arming) : undefined;

export const isCalm = (arming: Arming, now: number): boolean => now >= (calmAt(arming) ?? Infinity);
export const isArmed = (arming: Arming, now: number): boolean => now >= (armedAt(arming) ?? Infinity);
