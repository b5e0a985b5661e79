import { describe, expect, it } from 'vitest';
import { isWorthALine } from './audit.ts';
import { senderProblem } from './sender.ts';
import { identityOf, parseServerConfig, parseServers } from './serverConfig.ts';

describe('an entry of servers.json', () => {
  it('in the shape that other hosts use', () => {
    expect(parseServerConfig('a', { command: 'node', args: ['x.js'], env: { A: '1' } })).toEqual({
      serverId: 'a',
      kind: 'program',
      command: 'node',
      args: ['x.js'],
      env: { A: '1' },
      limits: {},
      protocol: 'older first',
    });
  });
  it.each([
    ['https://example.org/mcp', 'https://example.org/mcp'],
    ['http://127.0.0.1:3000/mcp', 'http://127.0.0.1:3000/mcp'],
    ['http://localhost:3000', 'http://localhost:3000/'],
  ])('an address to connect to: %s', (url, href) => {
    expect(parseServerConfig('a', { type: 'http', url, headers: { A: '1' } })).toMatchObject({
      ...{ kind: 'remote', url: href, headers: { A: '1' } },
    });
  });
  it('with limits of its own, in milliseconds', () => {
    expect(
      parseServerConfig('a', { command: 'x', questionLimitSeconds: 20, callSilenceSeconds: 5 }),
    ).toMatchObject({
      limits: { questionMs: 20_000, callSilenceMs: 5_000 },
    });
  });
  it.each<[string, unknown, string]>([
    ['no object', 'x', 'expected object'],
    ['no command', { args: [] }, 'command'],
    ['an empty command', { command: '' }, 'command'],
    ['a NUL', { command: 'a\0b' }, 'NUL'],
    ['arguments that are no list', { command: 'x', args: 'a' }, 'args'],
    ['a key that we do not know', { command: 'x', trust: true }, 'trust'],
    [
      'a question limit too short to show anything',
      { command: 'x', questionLimitSeconds: 5 },
      'questionLimitSeconds',
    ],
    ['an address elsewhere without encryption', { url: 'http://example.org/mcp' }, 'url'],
    ['an address that is none', { url: 'example.org' }, 'url'],
    ['an address and a command', { command: 'x', url: 'https://example.org/mcp' }, 'url'],
    ['an unknown way to agree on a revision', { command: 'x', protocol: 'newest' }, 'protocol'],
    ['no folder', { type: 'bundled', server: 'files', directories: [] }, 'directories'],
    ['another bundled server', { type: 'bundled', server: 'x', directories: ['/a'] }, 'server'],
  ])('with %s is a problem that says where', (_name, entry, part) => {
    expect(parseServerConfig('a', entry)).toEqual({ error: expect.stringContaining(part) });
  });
  it('never hides the others', () => {
    const parsed = parseServers({ mcpServers: { good: { command: 'x' }, bad: {} }, other: 1 });
    expect(parsed).toMatchObject({ servers: [{ serverId: 'good' }], problems: [{ serverId: 'bad' }] });
  });
  it.each([null, [], { servers: {} }, { mcpServers: [] }])('file %j is refused', (json) => {
    expect(parseServers(json)).toHaveProperty('error');
  });
  it('is another one when anything that decides what runs is another', () => {
    const make = (entry: object) => {
      const config = parseServerConfig('a', { command: 'x', args: ['1'], env: { A: '1', B: '2' }, ...entry });
      if ('error' in config) throw new Error(config.error);
      return identityOf(config);
    };
    const same = make({ env: { B: '2', A: '1' } });
    expect(make({})).toBe(same);
    const others = [
      { command: 'y' },
      { protocol: 'newer first' },
      { args: ['2'] },
      { args: ['1', ''] },
      { cwd: '/' },
      { env: { A: '1' } },
      { env: { A: '2', B: '2' } },
      { questionLimitSeconds: 30 },
    ];
    for (const entry of others) expect(make(entry)).not.toBe(same);
  });
});

describe('a sender', () => {
  const known = { kind: 'question', address: 'app://question/index.html' };
  const frame = { isMain: true, url: 'app://question/index.html' };
  it.each<[string, object, string | undefined]>([
    ['of ours, in its main frame, at its address', {}, undefined],
    ['that is no window of ours', { known: undefined }, 'unknown-window'],
    [
      'that is another window',
      { known: { kind: 'workbench', address: 'app://workbench/index.html' } },
      'wrong-window',
    ],
    ['whose frame is gone', { frame: null }, 'no-frame'],
    ['that is a sub-frame', { frame: { isMain: false, url: frame.url } }, 'sub-frame'],
    [
      'at another page of ours',
      { frame: { isMain: true, url: 'app://workbench/index.html' } },
      'wrong-address',
    ],
    [
      'at a page of the web',
      { frame: { isMain: true, url: 'https://question/index.html' } },
      'wrong-address',
    ],
    ['at an address that is none', { frame: { isMain: true, url: 'question' } }, 'wrong-address'],
  ])('%s', (_name, change, problem) => {
    expect(senderProblem('question', { known, frame, ...change })).toBe(problem);
  });
});

describe('the record', () => {
  it('counts what repeats instead of repeating it', () => {
    expect([1, 2, 9, 10, 11, 100, 1000].map(isWorthALine)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });
});
