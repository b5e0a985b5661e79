import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGroupAlive } from './processTree.ts';
import { ProgramTransport } from './programTransport.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-program-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const open: ProgramTransport[] = [];
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close();
});

type Heard = { messages: unknown[]; closed: Promise<void> };

function make(
  script: string,
  more: { env?: Record<string, string>; limitBytes?: number; command?: string; args?: string[] } = {},
) {
  const started: (number | undefined)[] = [];
  const transport = new ProgramTransport(
    {
      command: more.command ?? process.execPath,
      args: more.args ?? ['-e', script],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...more.env },
    },
    {
      graceMs: 300,
      running: { started: (pid) => void started.push(pid), ended: async () => {} },
      ...(more.limitBytes === undefined ? {} : { limitBytes: more.limitBytes }),
    },
  );
  open.push(transport);
  const heard: Heard = {
    messages: [],
    closed: new Promise((resolve) => {
      transport.onclose = resolve;
    }),
  };
  transport.onmessage = (message) => void heard.messages.push(message);
  return { transport, heard, pid: () => started[0] ?? 0 };
}

const answer = `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'));`;
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};
const alive = (pid: number): boolean => {
  try {
    // A process that has ended and was not yet looked after is no process any more.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('what is written to it is read, and what it writes is heard', async () => {
  const { transport, heard } = make(answer);
  await transport.start();
  await transport.send(ping);
  await until(() => heard.messages.length === 1);
  expect(heard.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  expect(transport.problem).toBeUndefined();
});

describe('what ends by itself says how', () => {
  it.each<[string, string, string | RegExp]>([
    ['at once', '', 'The program ended by itself.'],
    ['with a code', 'process.exit(3)', 'The program ended with the exit code 3.'],
    [
      'with last words',
      'console.error("no database"); process.exit(1)',
      'The program ended with the exit code 1. The last that it wrote: no database',
    ],
    ['by a signal', 'process.kill(process.pid, "SIGKILL")', 'The program was ended by the signal SIGKILL.'],
    [
      'its output alone',
      'setTimeout(() => {}, 60000); require("fs").closeSync(1)',
      /closed its standard output/,
    ],
  ])('%s', async (_name, script, text) => {
    const { transport, heard } = make(script);
    await transport.start();
    await heard.closed;
    if (typeof text === 'string') expect(transport.problem).toBe(text);
    else expect(transport.problem).toMatch(text);
  });
});

describe('E062: its standard error is always read, and bounded', () => {
  it.each<[string, string]>([
    [
      '100 MB of lines',
      'const line = "x".repeat(999) + "\\n"; for (let i = 0; i < 100_000; i++) fs.writeSync(2, line);',
    ],
    ['a MB without an end of line', 'fs.writeSync(2, "y".repeat(1_000_000));'],
  ])(
    '%s',
    async (_name, script) => {
      const { transport, heard } = make(
        `const fs = require('fs'); ${script} console.log('{"jsonrpc":"2.0","id":1,"result":{}}'); setInterval(() => {}, 1000)`,
      );
      await transport.start();
      await until(() => heard.messages.length === 1);
      expect(transport.log.lines().join('').length).toBeLessThan(500_000);
      expect(transport.log.lines().join('')).toMatch(/x|y/);
    },
    60_000,
  );

  it('E063: no character of it is cut apart', async () => {
    const { transport } = make(
      `const b = Buffer.from('Löschen 削除 🗑️\\n'); let i = 0; const t = setInterval(() => { if (i === b.length) return clearInterval(t); require('fs').writeSync(2, b.subarray(i, ++i)); }, 1); setInterval(() => {}, 1000)`,
    );
    await transport.start();
    await until(() => transport.log.lines()[0]?.length === 'Löschen 削除 🗑️'.length);
    expect(transport.log.lines()).toEqual(['Löschen 削除 🗑️']);
  });
});

it('E060: noise is counted, kept in the log, and passed over', async () => {
  const { transport, heard } = make(`console.log('Welcome!'); console.log('{"level":30}'); ${answer}`);
  await transport.start();
  await transport.send(ping);
  await until(() => heard.messages.length === 1);
  expect(transport.noise).toBe(2);
  expect(transport.log.lines()).toContain('Welcome!');
});

it('a message over the limit ends it, and says so', async () => {
  const { transport, heard } = make(
    `process.stdout.write('"'.repeat(3_000_000)); setInterval(() => {}, 1000)`,
    { limitBytes: 1024 * 1024 },
  );
  await transport.start();
  await heard.closed;
  expect(transport.problem).toMatch(/more than 1 MiB/);
  expect(heard.messages).toEqual([]);
});

describe('E064: all that it started ends with it', () => {
  const child = `const { spawn } = require('child_process'); const c = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' }); console.error('child ' + c.pid);`;
  const childOf = async (transport: ProgramTransport): Promise<number> => {
    const line = () => transport.log.lines().find((text) => text.startsWith('child '));
    await until(() => line() !== undefined);
    return Number(line()?.slice('child '.length));
  };

  it.each<[string, string]>([
    ['a grandchild behind a wrapper that waits', `${child} setInterval(() => {}, 1000)`],
    [
      'a grandchild behind a wrapper that ignores SIGTERM',
      `process.on('SIGTERM', () => {}); ${child} setInterval(() => {}, 1000)`,
    ],
  ])('%s', async (_name, script) => {
    const { transport, pid } = make(script);
    await transport.start();
    const grandchild = await childOf(transport);
    expect(alive(grandchild)).toBe(true);
    await transport.close();
    expect(alive(grandchild)).toBe(false);
    expect(alive(pid())).toBe(false);
    expect(await isGroupAlive(pid())).toBe(false);
  });

  it('a grandchild whose wrapper has gone', async () => {
    const { transport, heard, pid } = make(`${child} c.unref(); setTimeout(() => process.exit(0), 50)`);
    await transport.start();
    const grandchild = await childOf(transport);
    await heard.closed;
    expect(alive(grandchild)).toBe(false);
    expect(await isGroupAlive(pid())).toBe(false);
  });

  it('one that ends when its input does is not signalled', async () => {
    const { transport } = make(
      `process.on('SIGTERM', () => require('fs').writeFileSync('signalled', '')); process.stdin.resume().on('end', () => process.exit(0))`,
    );
    await transport.start();
    await transport.close();
    expect(fs.existsSync(path.join(folder, 'signalled'))).toBe(false);
  });
});

describe('E101: what is missing is named, with where it was looked for and what to do', () => {
  const script = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text, { mode: 0o755 });
    return file;
  };

  it.each<[string, string, RegExp]>([
    [
      'a command that is nowhere',
      'npx',
      /^“npx” was not found\. Install Node\.js, or .* Looked in: .*nowhere.*\.$/,
    ],
    [
      'a path that is not there',
      '/nowhere/at/all',
      /^“\/nowhere\/at\/all” was not found\. Install it, or .*entry\.$/,
    ],
    ['a file that is no program', 'plain.txt', /“plain\.txt” was not found/],
  ])('%s', async (_name, command, text) => {
    fs.writeFileSync(path.join(folder, 'plain.txt'), 'x');
    const { transport } = make('', { command, args: [], env: { PATH: `/nowhere:${folder}` } });
    await expect(transport.start()).rejects.toThrow(text);
    expect(transport.problem).toMatch(text);
  });

  it.each(['#!/usr/bin/env node\n', '#!/usr/bin/env -S node --no-warnings\n'])(
    'the interpreter of a script that is there: %j',
    async (first) => {
      script('tool', `${first}console.log(1)`);
      const { transport } = make('', { command: 'tool', args: [], env: { PATH: folder } });
      await expect(transport.start()).rejects.toThrow(
        /“tool” was found \(.*tool\), but it needs “node”, which was not\. Install Node\.js/,
      );
    },
  );

  it('a folder to run in that is not there', async () => {
    const transport = new ProgramTransport(
      { command: 'node', args: [], cwd: path.join(folder, 'gone'), env: { PATH: process.env.PATH ?? '' } },
      { running: { started: () => {}, ended: async () => {} } },
    );
    await expect(transport.start()).rejects.toThrow(/Its folder .*gone is not there/);
  });

  it('the first of the PATH is the one that runs', async () => {
    script('tool', `#!/bin/sh\necho first >&2\nread line`);
    const { transport } = make('', {
      command: 'tool',
      args: [],
      env: { PATH: `${folder}:${process.env.PATH}` },
    });
    await transport.start();
    await until(() => transport.log.lines().includes('first'));
  });
});

it('E103: every argument arrives as it was written', async () => {
  const args = [
    'a b',
    '&',
    '%PATH%',
    '^',
    '"',
    '(',
    ')',
    "'",
    '$HOME',
    '`id`',
    '\\',
    '*',
    '',
    'ü',
    '--x=1;rm',
    '\n',
  ];
  const { transport } = make('', {
    args: ['-e', `console.error(JSON.stringify(process.argv.slice(1)))`, ...args],
  });
  await transport.start();
  await until(() => transport.log.lines().length > 0);
  expect(JSON.parse(transport.log.lines()[0] ?? '')).toEqual(args);
});

it('E100: it gets the variables that it is given, and no other', async () => {
  const { transport } = make(`console.error(Object.keys(process.env).sort().join())`, { env: { X: '1' } });
  await transport.start();
  await until(() => transport.log.lines().length > 0);
  expect(transport.log.lines()).toEqual(['PATH,X']);
});

it('its group is not that of the app', async () => {
  const { transport, pid } = make('setInterval(() => {}, 1000)');
  await transport.start();
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(pid())])
    .toString()
    .trim();
  expect(group).toBe(String(pid()));
});
