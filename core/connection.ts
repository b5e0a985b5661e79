/** The life of a connection to one server. */
export type ConnectionState =
  | { state: 'stopped' }
  | { state: 'asking' }
  | { state: 'starting'; doing: Doing }
  | { state: 'ready'; protocolVersion: string; claim: ServerClaim }
  /** It ended by itself, and is started again at a time (ms since the epoch). */
  | { state: 'pausing'; message: string; startsAgainAt: number }
  | { state: 'failed'; message: string };

/** What starting it is busy with. */
export type Doing = 'connecting' | 'signing in' | 'listing';

/** What a server says of itself: shown as a claim, never believed. */
export type ServerClaim = { name: string; version: string };

export type ConnectionEvent =
  | { type: 'ask' }
  | { type: 'start' }
  | { type: 'doing'; doing: Doing }
  | { type: 'ready'; protocolVersion: string; claim: ServerClaim }
  | { type: 'pause'; message: string; startsAgainAt: number }
  | { type: 'fail'; message: string }
  | { type: 'stop' };

/** A server that failed stays failed, with its reason, until it is started again. */
export function step(connection: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'ask':
      return { state: 'asking' };
    case 'start':
      return { state: 'starting', doing: 'connecting' };
    case 'doing':
      return connection.state === 'starting' ? { state: 'starting', doing: event.doing } : connection;
    case 'ready':
      return connection.state === 'starting'
        ? { state: 'ready', protocolVersion: event.protocolVersion, claim: event.claim }
        : connection;
    case 'pause':
      return connection.state === 'stopped'
        ? connection
        : { state: 'pausing', message: event.message, startsAgainAt: event.startsAgainAt };
    case 'fail':
      return connection.state === 'stopped' ? connection : { state: 'failed', message: event.message };
    case 'stop':
      return { state: 'stopped' };
    default:
      return event satisfies never;
  }
}

/** How long a server that keeps ending is left alone before it is started again, and when that is given up. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const mostRestarts = 6;
/** One that ran so long has not just failed again. */
const ranWellMs = 60_000;

/** How often it ended in a row by now; `ranMs` is how long it was ready the last time. */
export const endsInARow = (before: number, ranMs: number): number => (ranMs >= ranWellMs ? 1 : before + 1);

/** Milliseconds, or undefined: it is not started again. */
export const pauseAfter = (ends: number): number | undefined =>
  ends > mostRestarts ? undefined : Math.min(firstPauseMs * 2 ** (ends - 1), longestPauseMs);
