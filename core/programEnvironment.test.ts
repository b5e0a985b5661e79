import { describe, expect, it } from 'vitest';
import { joinPaths, programEnvironment } from './programEnvironment.ts';

const person = {
  HOME: '/home/a',
  PATH: '/usr/bin',
  LANG: 'de_DE.UTF-8',
  AWS_SECRET_ACCESS_KEY: 'k',
  GITHUB_TOKEN: 'k',
  ELECTRON_RUN_AS_NODE: '1',
  NODE_OPTIONS: '--inspect',
  COUNTERSIGN_HOME: '/x',
  LD_PRELOAD: '/x.so',
  SHELL: '() { evil; }',
};

describe('E100: a program gets what it needs to run, and what its entry names', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['nothing named', {}, { HOME: '/home/a', PATH: '/usr/bin', LANG: 'de_DE.UTF-8' }],
    ['one named', { X: '1' }, { HOME: '/home/a', PATH: '/usr/bin', LANG: 'de_DE.UTF-8', X: '1' }],
    ['one of the usual named', { PATH: '/opt' }, { HOME: '/home/a', PATH: '/opt', LANG: 'de_DE.UTF-8' }],
    ['an empty one', { HOME: '' }, { HOME: '', PATH: '/usr/bin', LANG: 'de_DE.UTF-8' }],
    [
      'one that is not passed on unnamed',
      { NODE_OPTIONS: '' },
      { HOME: '/home/a', PATH: '/usr/bin', LANG: 'de_DE.UTF-8', NODE_OPTIONS: '' },
    ],
  ])('%s', (_name, own, expected) => {
    expect(programEnvironment('linux', person, own)).toEqual(expected);
  });

  it('on Windows however a name is spelled', () => {
    const there = { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows', SECRET: 'k' };
    expect(programEnvironment('win32', there, {})).toEqual({
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
    });
    expect(programEnvironment('win32', there, { PATH: 'D:\\' })).toEqual({
      SystemRoot: 'C:\\Windows',
      PATH: 'D:\\',
    });
  });
});

it.each<[NodeJS.Platform, (string | undefined)[], string]>([
  ['linux', ['/a:/b', '/b:/c'], '/a:/b:/c'],
  ['linux', [undefined, '', '/a'], '/a'],
  ['linux', ['/a::/b'], '/a:/b'],
  ['win32', ['C:\\a;C:\\b', 'C:\\a'], 'C:\\a;C:\\b'],
])('folders of %s: %j', (platform, paths, joined) => {
  expect(joinPaths(platform, ...paths)).toBe(joined);
});
