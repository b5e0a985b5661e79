import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuditLog } from './auditLog.ts';
import { exportAudit } from './exportAudit.ts';
import { openRecord } from './openRecord.ts';
import { placesIn } from './places.ts';

const store = {
  isEncryptionAvailable: () => false,
  encryptString: () => Buffer.alloc(0),
  decryptString: () => '',
};
const now = () => new Date('2026-10-05T14:30:00Z');
let folder: string;
let places: ReturnType<typeof placesIn>;
let target: string;

const message = (text: string) => ({
  ...{ event: 'question asked', question: 'q', server: '=cmd|calc', calls: ['c'], about: 'form' },
  ...{ message: text, fields: [], until: '' },
});

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-export-'));
  places = placesIn(folder);
  target = path.join(folder, 'out');
  const { log, key } = await openRecord(places, store, now);
  await log.close();
  // Small files, so that there are several.
  const { log: small } = await AuditLog.open(places, key, now, 300);
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'a "quoted", text\nin two lines', 'plain'])
    await small.record(message(text) as never);
  await small.close();
});
afterEach(() => fs.rm(folder, { recursive: true }));

it('as lines it is the record itself, over all of its files', async () => {
  await exportAudit(places.audit, target, 'jsonl');
  const lines = (await fs.readFile(target, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(lines.at(-1)).toContain('"sig"');
});

it('as a table no cell is a formula, and nothing is lost', async () => {
  await exportAudit(places.audit, target, 'csv');
  const text = await fs.readFile(target, 'utf8');
  expect(text.split('\n')[0]).toContain('seq,time,event,server,tool,call,question,details');
  const cells = cellsOf(text.slice(1));
  expect(cells).toHaveLength(9);
  for (const row of cells) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(cells[1]?.[0]).toBe('1');
  expect(cells[2]?.[3]).toBe("'=cmd|calc");
  expect(JSON.parse(cells[7]?.[7] ?? '')).toMatchObject({ message: 'a "quoted", text\nin two lines' });
});

it('a place that cannot be written is an error, and leaves nothing half-written', async () => {
  await expect(exportAudit(places.audit, path.join(folder, 'no', 'such'), 'csv')).rejects.toThrow();
  await fs.mkdir(target);
  await expect(exportAudit(places.audit, target, 'jsonl')).rejects.toThrow();
  expect(await fs.readdir(target)).toEqual([]);
});

/** Rows of a table with quoted cells. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
