import { describe, expect, it } from 'vitest';
import { parseNumber } from './numberText.ts';
import { markLine, markText } from './plainText.ts';

describe('server text is safe to show', () => {
  it.each([
    ['photo\u202Egpj.exe', 'photo⟨U+202E⟩gpj.exe'],
    ['a\u200Bb\uFEFFc', 'a⟨U+200B⟩b⟨U+FEFF⟩c'],
    ['a\u0000\u001B[31mb\u0007', 'a⟨U+0000⟩⟨U+001B⟩[31mb⟨U+0007⟩'],
    ['a\u2028b', 'a⟨U+2028⟩b'],
    ['a\r\nb\nc\td', 'a\nb\nc\td'],
    ['a\rb', 'a⟨U+000D⟩b'],
    ['\u2067x\u2069', '⟨U+2067⟩x⟨U+2069⟩'],
    ['\uD800', '⟨U+D800⟩'],
    ['שלום عالم', 'שלום عالم'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    ['pay\u200Dpal', 'pay⟨U+200D⟩pal'],
    ['\u3164', '⟨U+3164⟩'],
  ])('%j', (text, shown) => {
    expect(markText(text)).toBe(shown);
  });

  it('in one line where one line is meant', () => {
    expect(markLine('a\nb\tc')).toBe('a⟨U+000A⟩b⟨U+0009⟩c');
    expect(markLine(`a${' '.repeat(40)}b`)).toBe('a⟨40 blanks⟩b');
  });
});

describe('a number is read exactly or not at all', () => {
  it.each([
    ['5', 5],
    ['-0.5', -0.5],
    ['1.10', 1.1],
    ['1e3', 1000],
    ['0', 0],
    ['-0', -0],
    ['9007199254740992', 9007199254740992],
    ['0.1', 0.1],
    ['123456.789', 123456.789],
  ])('%s', (text, value) => {
    expect(parseNumber(text, '.', false)).toEqual({ ok: true, value });
  });
  it.each([
    '',
    '5x',
    '0x10',
    '1.',
    '.5',
    '01',
    '1e',
    'NaN',
    'Infinity',
    '1 000',
    '1,000',
    '--1',
    '0.12345678901234567890',
    '9007199254740993',
  ])('"%s" is none', (text) => {
    expect(parseNumber(text, '.', false).ok).toBe(false);
  });
});
