/**
 * Was it a person? Main sees each key and button of a window before the page does, and no page script can make
 * one. An accept needs one that began and ended in this window after it was armed, not long ago, and serves once.
 */
import { limits } from './limits.ts';

export type GestureKind = 'pointer' | 'key';

export type Gestures = {
  down: { kind: GestureKind; at: number } | undefined;
  /** A finished press that no answer has used yet. */
  finished: { kind: GestureKind; downAt: number; upAt: number } | undefined;
};

export type GestureEvent =
  | { type: 'down' | 'up'; kind: GestureKind; at: number }
  | { type: 'repeat' }
  | { type: 'used' };

export const noGesture: Gestures = { down: undefined, finished: undefined };

export function step(gestures: Gestures, event: GestureEvent): Gestures {
  switch (event.type) {
    case 'down':
      return { ...gestures, down: { kind: event.kind, at: event.at } };
    case 'up': {
      const { down } = gestures;
      if (down?.kind !== event.kind) return { ...gestures, down: undefined };
      return { down: undefined, finished: { kind: event.kind, downAt: down.at, upAt: event.at } };
    }
    case 'repeat':
      return noGesture;
    case 'used':
      return noGesture;
    default:
      return event satisfies never;
  }
}

/** The gesture behind an accept at `now`, or undefined when none is good enough. */
export function gestureFor(gestures: Gestures, armedAt: number, now: number): GestureKind | undefined {
  const { finished } = gestures;
  if (finished === undefined || finished.downAt < armedAt || now - finished.upAt > limits.gestureMs)
    return undefined;
  return finished.kind;
}
