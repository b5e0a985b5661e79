import { describe, expect, it } from 'vitest';
import { readSwitches } from './switches.ts';
import { dangerousSwitches } from './testing/dangerousSwitches.ts';

describe('a packaged app', () => {
  it.each([
    ...dangerousSwitches,
    '-remote-debugging-port=0',
    '--',
    '--print-security=1',
    '--LANG=en',
    '--lang=$(x)',
  ])('refuses %s', (arg) => {
    expect(readSwitches([arg], {}).ok).toBe(false);
    expect(readSwitches(['--lang=de', arg], {}).ok).toBe(false);
  });
  it('names what it refused, and nothing of its value', () => {
    expect(readSwitches(['--proxy-server=user:secret@host'], {})).toEqual({
      ok: false,
      refused: '“--proxy-server”',
    });
  });
  it.each([
    'NODE_OPTIONS',
    'ELECTRON_RUN_AS_NODE',
    'SSLKEYLOGFILE',
    'COUNTERSIGN_HOME',
    'ELECTRON_ENABLE_LOGGING',
  ])('refuses %s in the environment', (name) => {
    expect(readSwitches([], { [name]: '1' })).toEqual({
      ok: false,
      refused: `the environment variable ${name}`,
    });
    expect(readSwitches([], { [name]: '' }).ok).toBe(true);
  });
  it.each([
    [[], 'run'],
    [['--lang=pt-BR'], 'run'],
    [['--ozone-platform=wayland'], 'run'],
    [['--hidden'], 'hidden'],
    [['--print-security'], 'print-security'],
    [['--hidden', '--print-security'], 'print-security'],
    [['--check-security'], 'check-security'],
    [['--verify-audit'], 'verify-audit'],
  ])('accepts %j', (args, mode) => {
    expect(readSwitches(args, { PATH: '/bin' })).toEqual({ ok: true, mode });
  });
});
