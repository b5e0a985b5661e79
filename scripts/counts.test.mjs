import { describe, expect, it } from 'vitest';
import { fromPlaywright, fromVitest, none, one, sum } from './counts.mjs';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const playwright = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } };

describe('counts', () => {
  it.each([
    ['vitest: all passed', fromVitest(vitest, 0), 5, 0],
    ['vitest: some failed', fromVitest({ ...vitest, numFailedTests: 2 }, 1), 5, 2],
    ['vitest: skipped and to do', fromVitest({ ...vitest, numPendingTests: 1, numTodoTests: 1 }, 0), 5, 2],
    ['vitest: no failed test but a bad end', fromVitest(vitest, 1), 5, 1],
    ['vitest: killed', fromVitest(vitest, null), 5, 1],
    ['vitest: no report', fromVitest(undefined, 0), 0, 1],
    ['vitest: some other file', fromVitest({}, 0), 0, 1],
    ['playwright: all passed', fromPlaywright(playwright, 0), 5, 0],
    [
      'playwright: failed, flaky and skipped',
      fromPlaywright({ stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 } }, 1),
      ...[1, 3],
    ],
    ['playwright: no failed test but a bad end', fromPlaywright(playwright, 1), 5, 1],
    ['playwright: no report', fromPlaywright(undefined, 0), 0, 1],
    ['playwright: a report without numbers', fromPlaywright({ stats: {} }, 0), 0, 1],
  ])('%s', (_what, counts, passed, failed) => expect(counts).toEqual({ passed, failed }));

  it('add up', () => {
    expect(sum([one(true), one(false), { passed: 3, failed: 4 }])).toEqual({ passed: 4, failed: 5 });
    expect(sum([])).toEqual(none);
  });
});
