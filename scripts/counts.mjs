// What the test runners' JSON reports come to. A missing report and a runner that ended badly without naming a failed
// test count as one failure each: what was not shown to pass has not passed.

export const none = { passed: 0, failed: 0 };

export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

export const sum = (counts) =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), none);

/** `report` is what was read from the file, or undefined. */
export function fromVitest(report, exitCode) {
  if (!isCount(report?.numPassedTests) || !isCount(report?.numFailedTests)) return one(false);
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  return noticeCrash({ passed: report.numPassedTests, failed: report.numFailedTests + skipped }, exitCode);
}

/** A test that passed only at the second try is a failed one, and so is one that was skipped. */
export function fromPlaywright(report, exitCode) {
  const { expected, unexpected, flaky, skipped } = report?.stats ?? {};
  if (![expected, unexpected, flaky, skipped].every(isCount)) return one(false);
  return noticeCrash({ passed: expected, failed: unexpected + flaky + skipped }, exitCode);
}

const isCount = (value) => Number.isInteger(value) && value >= 0;

const noticeCrash = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
