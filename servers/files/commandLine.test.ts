import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { defaultAuditFile, parseCommandLine } from './commandLine.ts';

it.each([
  [['/t'], { kind: 'serve', directories: ['/t'], auditFile: undefined }],
  [['--audit', '/a', '/t', '/u'], { kind: 'serve', directories: ['/t', '/u'], auditFile: '/a' }],
  [['--', '--t'], { kind: 'serve', directories: ['--t'] }],
  [['--help', '/t'], { kind: 'help' }],
  [['-h'], { kind: 'help' }],
  [[], { kind: 'wrong' }],
  [[''], { kind: 'wrong' }],
  [['--audit'], { kind: 'wrong' }],
  [['--audit=', '/t'], { kind: 'wrong' }],
  [['--yes', '/t'], { kind: 'wrong' }],
])('%j', (args, parsed) => {
  expect(parseCommandLine(args)).toMatchObject(parsed);
});

const linux = { platform: 'linux', home: '/home/me', style: posix } as const;
const mac = { platform: 'darwin', home: '/Users/me', style: posix } as const;
const windows = { platform: 'win32', home: 'C:\\Users\\me', style: win32 } as const;

it.each([
  [{ ...linux, env: {} }, '/home/me/.local/state/countersign-files/audit.jsonl'],
  [{ ...linux, env: { XDG_STATE_HOME: '/s' } }, '/s/countersign-files/audit.jsonl'],
  [{ ...linux, env: { XDG_STATE_HOME: 'relative' } }, '/home/me/.local/state/countersign-files/audit.jsonl'],
  [{ ...mac, env: {} }, '/Users/me/Library/Application Support/countersign-files/audit.jsonl'],
  [{ ...windows, env: {} }, 'C:\\Users\\me\\AppData\\Local\\countersign-files\\audit.jsonl'],
  [{ ...windows, env: { LOCALAPPDATA: 'D:\\L' } }, 'D:\\L\\countersign-files\\audit.jsonl'],
])('by default deletions are recorded where this system keeps such things (%#)', (machine, file) => {
  expect(defaultAuditFile(machine)).toBe(file);
});
