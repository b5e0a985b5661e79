import { describe, expect, it } from 'vitest';
import { dateTimeText, durationText, printable, sizeText } from './wording.ts';

describe('sizeText', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [512, '512 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [2345, '2.3 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1.0 MB'],
    [1_048_576, '1.0 MB'],
    [5_400_000_000, '5.4 GB'],
  ])('%d is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});

it('tells local time, to the minute', () => {
  expect(dateTimeText(new Date(2026, 9, 5, 14, 30, 59).getTime())).toBe('2026-10-05 14:30');
  expect(dateTimeText(new Date(2026, 0, 2, 3, 4).getTime())).toBe('2026-01-02 03:04');
});

it.each([
  [120_000, '2 minutes'],
  [60_000, '1 minute'],
  [90_000, '90 seconds'],
  [50, '1 second'],
])('%d ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

it('shows what would break a line or turn its direction', () => {
  expect(printable('a\nb\u202ec\ud800')).toBe('a\\u{a}b\\u{202e}c\\u{d800}');
  expect(printable('abcdef', 3)).toBe('abc…');
});
