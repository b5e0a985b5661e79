import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from './auditLog.ts';

let folder: string;
let file: string;
const now = () => new Date('2026-10-05T14:30:00Z');
const lines = async () =>
  (await fs.readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-audit-'));
  file = path.join(folder, 'audit.jsonl');
});
afterEach(() => fs.rm(folder, { recursive: true }));

describe('the record', () => {
  it('keeps the order of the calls and goes on counting after it was closed', async () => {
    const first = await AuditLog.open(file, now);
    await Promise.all([first.record({ event: 'app quit' }), first.record({ event: 'app quit' })]);
    await first.close();
    const second = await AuditLog.open(file, now);
    await second.record({ event: 'app quit' });
    await second.close();
    expect((await lines()).map((line) => line.seq)).toEqual([1, 2, 3]);
  });

  it('is readable by its owner alone', async () => {
    const log = await AuditLog.open(file, now);
    await log.close();
    if (process.platform !== 'win32') expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  });

  it('sets a torn last line aside, loses nothing of it, and says so', async () => {
    await fs.writeFile(file, '{"seq":1,"event":"app quit"}\n{"seq":2,"ev');
    const log = await AuditLog.open(file, now);
    await log.close();
    expect(await lines()).toEqual([
      { seq: 1, event: 'app quit' },
      { seq: 2, time: '2026-10-05T14:30:00.000Z', event: 'torn line set aside', characters: 12 },
    ]);
    expect(await fs.readFile(`${file}.torn`, 'utf8')).toBe('{"seq":2,"ev\n');
  });

  it('says when something could not be written, and does not count it', async () => {
    const log = await AuditLog.open(file, now);
    await log.close();
    await expect(log.record({ event: 'app quit' })).rejects.toThrow();
  });
});
