import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { moveEntry, namesIn, putEntry, removeEntry, setDisabled } from './serversText.ts';

const text = `{
  // mine
  "mcpServers": {
    // the first
    "a": { "command": "a", "env": { "X": "1" } }, // about a
    "b": {
      "command": "b",
      "args": ["1", "2"], // two of them
      "autoApprove": ["x"]
    },
    /* the last */
    "c": { "url": "https://example.org/mcp" }, // about c
  },
  "other": { "kept": true }
}
`;
const servers = (of: string) =>
  (parse(of, [], { allowTrailingComma: true }) as { mcpServers: Record<string, unknown> }).mcpServers;
const diff = (before: string, after: string) => {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return { gone: a.filter((line) => !b.includes(line)), added: b.filter((line) => !a.includes(line)) };
};

describe('E098: a change touches what it is about, and nothing else', () => {
  it('switching one off, and on again', () => {
    const off = setDisabled(text, 'b', true);
    const { b, ...others } = servers(off);
    expect(b).toEqual({ ...(servers(text).b as object), disabled: true });
    expect(others).toEqual({ a: servers(text).a, c: servers(text).c });
    // The line before the new one may be written anew.
    expect(diff(text, off).gone).toEqual(['      "autoApprove": ["x"]']);
    expect(servers(setDisabled(off, 'b', false))).toEqual(servers(text));
  });

  it('another argument', () => {
    const after = putEntry(text, 'b', { command: 'b', args: ['1', '3'], autoApprove: ['x'] });
    expect(servers(after).b).toEqual({ command: 'b', args: ['1', '3'], autoApprove: ['x'] });
    expect(after).toContain('// two of them');
    expect(after).toContain('// the first');
  });

  it('the same once more changes nothing', () => {
    expect(putEntry(text, 'a', { command: 'a', env: { X: '1' } })).toBe(text);
  });

  it('a new one comes last', () => {
    const after = putEntry(text, 'd', { command: 'd' });
    expect(namesIn(after)).toEqual(['a', 'b', 'c', 'd']);
    expect(diff(text, after).gone.length).toBeLessThanOrEqual(1);
    expect(parse(after, [], { allowTrailingComma: true })).toMatchObject({ other: { kept: true } });
  });

  it('another name keeps its place', () => {
    const after = putEntry(text, 'bee', { command: 'b' }, 'b');
    expect(namesIn(after)).toEqual(['a', 'bee', 'c']);
    expect(servers(after).bee).toEqual({ command: 'b' });
  });

  it.each([
    ['a', ['b', 'c']],
    ['b', ['a', 'c']],
    ['c', ['a', 'b']],
  ])('without %s', (name, left) => {
    const after = removeEntry(text, name);
    expect(namesIn(after)).toEqual(left);
    expect(after).toContain('"other": { "kept": true }');
  });

  it('with tabs, and the line ends of Windows', () => {
    const tabs = '{\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "a" }\r\n\t}\r\n}\r\n';
    const after = putEntry(tabs, 'b', { command: 'b' });
    expect(after).toContain('\r\n\t\t"b": {');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('with no entry yet', () => {
    expect(servers(putEntry('{ "mcpServers": {} }', 'a', { command: 'a' }))).toEqual({ a: { command: 'a' } });
    expect(servers(putEntry('{}', 'a', { command: 'a' }))).toEqual({ a: { command: 'a' } });
  });

  it('a name that looks like a path or a part of every object', () => {
    for (const name of ['a.b', '__proto__', 'constructor', '0', 'ü "x"'])
      expect(namesIn(putEntry(text, name, { command: 'x' }))).toContain(name);
  });
});

describe('an entry is moved with its comments', () => {
  it.each<[string, number, string[]]>([
    ['a', 1, ['b', 'a', 'c']],
    ['a', 2, ['b', 'c', 'a']],
    ['c', 0, ['c', 'a', 'b']],
    ['b', 0, ['b', 'a', 'c']],
    ['b', 1, ['a', 'b', 'c']],
    ['b', 99, ['a', 'c', 'b']],
    ['x', 0, ['a', 'b', 'c']],
  ])('%s to %i', (name, to, names) => {
    const after = moveEntry(text, name, to);
    expect(namesIn(after)).toEqual(names);
    expect(servers(after)).toEqual(servers(text));
    expect(after.indexOf('// the first') < after.indexOf('"a"')).toBe(true);
    expect(/"a".*\/\/ about a$/m.test(after)).toBe(true);
    expect(/"c".*\/\/ about c$/m.test(after)).toBe(true);
    expect(after.split('\n').sort()).toEqual(text.split('\n').sort());
  });

  it('and back', () => {
    expect(moveEntry(moveEntry(text, 'a', 2), 'a', 0)).toBe(text);
  });

  it('without a comma after the last', () => {
    const plain = '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"} /* why */ }}';
    const after = moveEntry(plain, 'b', 0);
    expect(namesIn(after)).toEqual(['b', 'a']);
    expect(servers(after)).toEqual(servers(plain));
  });
});
