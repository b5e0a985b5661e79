import { describe, expect, it } from 'vitest';
import { matches } from './pattern.ts';

describe('a pattern of a server', () => {
  it.each([
    ['^\\d{4}$', '1234', true],
    ['^\\d{4}$', '12a', false],
    ['^\\d{3}\\-\\d$', '123-4', true],
    ['b', 'abc', true],
    ['^.$', '👍', true],
  ])('%s on %s is %s', (pattern, text, verdict) => {
    expect(matches(pattern, text)).toBe(verdict);
  });

  it('that never ends is given up', () => {
    const started = performance.now();
    expect(matches('^(a+)+$', `${'a'.repeat(40)}!`)).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
