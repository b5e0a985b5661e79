/** How a call of delete_file ended, and the one text that its caller gets. Only the first of them deletes. */
import type { Identity } from './identity.ts';
import { modifiedMs } from './identity.ts';
import { clockText, dateTimeText, dayText, durationText, printable, sizeText } from './wording.ts';

/** What stood there instead of what the person was told about. */
export type Instead =
  | { kind: 'another state'; state: Identity }
  | { kind: 'nothing' }
  | { kind: 'no file' }
  | { kind: 'another directory' };

export type Ending =
  | { kind: 'deleted'; backup?: string }
  | { kind: 'declined' }
  | { kind: 'cancelled' }
  | { kind: 'no answer'; limitMs: number }
  | { kind: 'invalid'; problems: string[] }
  | { kind: 'wrong name'; typed: string }
  /** `aside`: it could not be put back under its own name and can be found under this one. */
  | { kind: 'changed'; seen: Identity; instead: Instead; aside?: string }
  | { kind: 'cannot ask' }
  | { kind: 'refused'; why: string }
  | { kind: 'failed'; why: string; aside?: string }
  | { kind: 'withdrawn'; why: 'call cancelled' | 'connection closed' };

/** `given` is the path as the caller wrote it. */
export function endingText(given: string, ending: Ending): string {
  switch (ending.kind) {
    case 'deleted':
      return ending.backup === undefined ? `Deleted ${given}` : `Deleted ${given} (backup: ${ending.backup})`;
    case 'declined':
      return 'Deletion declined by the user';
    case 'cancelled':
      return 'Deletion cancelled';
    case 'no answer':
      return `Deletion cancelled (no answer within ${durationText(ending.limitMs)})`;
    case 'invalid':
      return `Confirmation was not valid: ${ending.problems.join('; ')}`;
    case 'wrong name':
      return `Confirmation did not match: you typed '${printable(ending.typed, 200)}', expected '${given}'`;
    case 'changed':
      return `${given} changed after you were asked (${changeText(ending.seen, ending.instead)}); ${leftText(ending)}`;
    case 'cannot ask':
      return 'Deletion needs a client that can ask the user';
    case 'refused':
      return ending.why;
    case 'failed':
      return `${ending.why}; ${leftText(ending)}`;
    case 'withdrawn':
      return `Deletion cancelled (${ending.why})`;
    default:
      return ending satisfies never;
  }
}

function leftText({ aside }: { aside?: string }): string {
  return aside === undefined ? 'nothing was deleted' : `nothing was deleted, it can be found as ${aside}`;
}

function changeText(seen: Identity, instead: Instead): string {
  const before = stateText(seen, clockText);
  switch (instead.kind) {
    case 'nothing':
      return `${before} → no longer there`;
    case 'no file':
      return `${before} → no longer a regular file`;
    case 'another directory':
      return 'its directory is another one';
    case 'another state':
      return statesText(seen, instead.state);
    default:
      return instead satisfies never;
  }
}

/** Hours and minutes, with the day only where it tells something. */
function statesText(seen: Identity, now: Identity): string {
  const sameDay = dayText(modifiedMs(seen)) === dayText(modifiedMs(now));
  const timeText = sameDay ? clockText : dateTimeText;
  const [before, after] = [stateText(seen, timeText), stateText(now, timeText)];
  if (before !== after) return `${before} → ${after}`;
  return `${before} → ${seen.ino === now.ino ? 'written or relabelled since' : 'another file'}`;
}

function stateText(identity: Identity, timeText: (milliseconds: number) => string): string {
  return `${sizeText(Number(identity.size))}, modified ${timeText(modifiedMs(identity))}`;
}
