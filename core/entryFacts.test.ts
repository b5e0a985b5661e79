import { expect, it } from 'vitest';
import { differenceOf, factsOf } from './entryFacts.ts';
import { parseServerConfig, type ServerConfig } from './serverConfig.ts';

const seal = (text: string) => `sealed ${text.length} ${text.at(-1)}`;
function facts(entry: object) {
  const config = parseServerConfig('mine', entry) as ServerConfig;
  return factsOf(config, seal);
}

const program = { command: 'node', args: ['a.mjs', '-v'], env: { TOKEN: 'one' } };
const remote = { url: 'https://example.org/mcp?key=one', headers: { Authorization: 'Bearer one' } };

it.each<[string, object, object, string[], string[]]>([
  ['the same', program, program, [], []],
  ['another program', program, { ...program, command: 'deno' }, ['Program: node'], ['Program: deno']],
  ['an argument more', program, { ...program, args: ['a.mjs', '-v', '-v'] }, [], ['Argument: -v']],
  ['an argument less', program, { ...program, args: ['a.mjs'] }, ['Argument: -v'], []],
  ['another order', program, { ...program, args: ['-v', 'a.mjs'] }, [], ['The same lines, in another order']],
  ['a folder', program, { ...program, cwd: '/tmp' }, [], ['Folder: /tmp']],
  ['another value', program, { ...program, env: { TOKEN: 'two' } }, [], ['Variable: TOKEN (another value)']],
  ['a variable less', program, { ...program, env: {} }, ['Variable: TOKEN'], []],
  ['another revision', program, { ...program, protocol: 'newer first' }, [], ['Revisions: newer first']],
  [
    'longer questions',
    program,
    { ...program, questionLimitSeconds: 60 },
    [],
    ['Its questions stay open for 60 s'],
  ],
  [
    'another key in the address',
    remote,
    { ...remote, url: 'https://example.org/mcp?key=2' },
    [],
    ['Address: https://example.org/mcp (another value)'],
  ],
  [
    'another header',
    remote,
    { ...remote, headers: { 'X-Key': 'one' } },
    ['Header: Authorization'],
    ['Header: X-Key'],
  ],
  [
    'another folder',
    { type: 'bundled', server: 'files', directories: ['/a', '/b'] },
    { type: 'bundled', server: 'files', directories: ['/a', '/'] },
    ['Folder: /b'],
    ['Folder: /'],
  ],
])('%s', (_name, before, after, gone, added) => {
  expect(differenceOf(facts(before), facts(after))).toEqual({ gone, added });
});

it('no value of a variable, a header or a query is in it', () => {
  const text = JSON.stringify([facts(program), facts(remote)]);
  for (const secret of ['one"', 'Bearer one', 'key=one']) expect(text).not.toContain(secret);
});
