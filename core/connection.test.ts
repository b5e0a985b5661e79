import { describe, expect, it } from 'vitest';
import { type ConnectionEvent, type ConnectionState, endsInARow, pauseAfter, step } from './connection.ts';

const claim = { name: 'n', version: '1' };
const ready: ConnectionState = { state: 'ready', protocolVersion: '2025-11-25', claim };
const starting: ConnectionState = { state: 'starting', doing: 'connecting' };
const failed: ConnectionState = { state: 'failed', message: 'x' };
const pausing: ConnectionState = { state: 'pausing', message: 'x', startsAgainAt: 5 };
const stopped: ConnectionState = { state: 'stopped' };
const isReady: ConnectionEvent = { type: 'ready', protocolVersion: '2025-11-25', claim };
const pause: ConnectionEvent = { type: 'pause', message: 'x', startsAgainAt: 5 };

describe('a connection', () => {
  it.each<[string, ConnectionState, ConnectionEvent, ConnectionState]>([
    ['starts', stopped, { type: 'start' }, starting],
    [
      'tells what it is doing',
      starting,
      { type: 'doing', doing: 'listing' },
      { state: 'starting', doing: 'listing' },
    ],
    ['does nothing when it does not start', ready, { type: 'doing', doing: 'listing' }, ready],
    ['is ready only after it was starting', starting, isReady, ready],
    ['is not ready after it failed', failed, isReady, failed],
    ['is not ready while it pauses', pausing, isReady, pausing],
    ['pauses when it ended by itself', ready, pause, pausing],
    ['does not pause when the person stopped it', stopped, pause, stopped],
    ['fails', ready, { type: 'fail', message: 'x' }, failed],
    ['does not fail when the person stopped it', stopped, { type: 'fail', message: 'x' }, stopped],
    ['starts again after it failed', failed, { type: 'start' }, starting],
    ['starts again after it paused', pausing, { type: 'start' }, starting],
    ['is stopped while it pauses', pausing, { type: 'stop' }, stopped],
  ])('%s', (_name, from, event, to) => {
    expect(step(from, event)).toEqual(to);
  });
});

describe('a server that keeps ending', () => {
  it('is started again after growing pauses, and then no more', () => {
    const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, undefined, undefined]);
  });

  it('begins anew when it ran well in between', () => {
    expect(endsInARow(3, 59_999)).toBe(4);
    expect(endsInARow(3, 60_000)).toBe(1);
    expect(endsInARow(0, 0)).toBe(1);
  });
});
