import { describe, expect, it } from 'vitest';
import { growBlocks, splitBlocks } from './markdownBlocks.ts';

const texts = (text: string) => splitBlocks(text).map(({ kind, text: piece }) => [kind, piece.trim()]);
const md = (text: string) => ['markdown', text];
const code = (text: string) => ['code', text];

describe('markdown is cut', () => {
  it.each([
    ['not at all when it is one paragraph', 'a\nb', [md('a\nb')]],
    ['between paragraphs', 'a\n\nb\n\n\nc', [md('a'), md('b'), md('c')]],
    ['before a heading and after it', 'a\n\n# h\n\nb', [md('a'), md('# h'), md('b')]],
    [
      'around fenced code, with blank lines in it',
      'a\n```js\nx\n\ny\n```\nb',
      [md('a'), code('x\n\ny'), md('b')],
    ],
    ['after code that is fenced with tildes', '~~~\n```\n~~~\nb', [code('```'), md('b')]],
    ['not at a shorter fence inside a longer one', '````\n```\n````', [code('```')]],
    ['not at a closing fence that says something', '```\na\n``` b\n```', [code('a\n``` b')]],
    ['never again after a fence that stays open', '```\na\n\nb', [code('a\n\nb')]],
    ['not inside a list', '- a\n\n- b\n\n  c\n\nd', [md('- a\n\n- b\n\n  c'), md('d')]],
    [
      'not inside code that stands in a list',
      '- a\n  ```\n  x\n\n  y\n  ```\n\nb',
      [md('- a\n  ```\n  x\n\n  y\n  ```'), md('b')],
    ],
    ['after a list, at a fence that is not indented', '- a\n```\nx\n```', [md('- a'), code('x')]],
    ['not before what is indented', 'a\n\n    b', [md('a\n\n    b')]],
    ['into nothing where there is nothing', ' \n\n', []],
    ['not at backticks in one line', '```a```\nb', [md('```a```\nb')]],
    ['without the indentation of its fence', '  ```\n  a\n    b\n  ```', [code('a\n  b')]],
  ])('%s', (_name, text, blocks) => {
    expect(texts(text)).toEqual(blocks);
  });

  it('also where nothing ends: in one endless line, in one endless piece of code', () => {
    const line = splitBlocks('x'.repeat(100_000));
    expect(line.map(({ text }) => text).join('')).toBe('x'.repeat(100_000));
    const lines = `${'y'.repeat(80)}\n`.repeat(1_000);
    const fenced = splitBlocks(`\`\`\`\n${lines}\`\`\``);
    expect(`${fenced.map(({ text }) => text).join('\n')}\n`).toBe(lines);
    for (const { text } of [...line, ...fenced]) expect(text.length).toBeLessThanOrEqual(4_000);
    expect(fenced.map(({ goesOn }) => goesOn)).toEqual(fenced.map((_block, index) => index > 0));
  });

  it('never through one character', () => {
    for (const { text } of splitBlocks(`a${'😀'.repeat(5_000)}`)) expect(text).not.toMatch(/\p{Cs}/u);
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['containers', '> '.repeat(50_000)],
    ['lists', `${'- '.repeat(500)}a`],
    ['stars', '*'.repeat(3_000)],
  ])('and what is tangled is left as written: %s', (_name, text) => {
    expect(splitBlocks(text).map(({ kind }) => kind)).not.toContain('markdown');
  });
});

const long = [
  '# Title',
  'Some *text*\nin two lines',
  '- a\n\n- b\n  ```\n  code\n\n  more\n  ```',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```',
  '1. one\n2. two',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'z'.repeat(9_000),
  `~~~\n${'line\n'.repeat(2_000)}~~~`,
  '> quoted\n> more',
].join('\n\n');

describe('a text that grows', () => {
  it.each([1, 7, 100])('by %i letters is cut as if it had been there at once', (step) => {
    const from = step === 1 ? 600 : long.length;
    let blocks = splitBlocks('');
    let before = '';
    for (let end = step; end < from + step; end += step) {
      const text = long.slice(0, end);
      blocks = growBlocks(blocks, before, text);
      expect(blocks).toEqual(splitBlocks(text));
      before = text;
    }
  });

  it('and becomes another one is cut anew', () => {
    expect(growBlocks(splitBlocks('a\n\nb'), 'a\n\nb', 'c')).toEqual(splitBlocks('c'));
  });
});
