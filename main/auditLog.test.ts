import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOfRecord } from './auditFiles.ts';
import type { KeyStore } from './auditKey.ts';
import { AuditLog } from './auditLog.ts';
import { openRecord } from './openRecord.ts';
import { placesIn } from './places.ts';
import { verdictText, verifyAudit } from './verifyAudit.ts';

let folder: string;
let places: ReturnType<typeof placesIn>;
const now = () => new Date('2026-10-05T14:30:00Z');

const noStore: KeyStore = {
  isEncryptionAvailable: () => false,
  encryptString: () => Buffer.alloc(0),
  decryptString: () => '',
};
/** Stands in for the system's: it turns every byte round. */
const store: KeyStore = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(text).map((byte) => byte ^ 0xff) as Buffer,
  decryptString: (kept) => Buffer.from(kept.map((byte) => byte ^ 0xff)).toString(),
};

const open = (keyStore = noStore) => openRecord(places, keyStore, now);
const text = () => fs.readFile(places.audit, 'utf8');
const lines = async () =>
  (await text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A record of `count` events beyond its beginning, closed. */
async function written(count: number): Promise<void> {
  const { log } = await open();
  for (let n = 0; n < count; n++) await log.record({ event: 'app quit' });
  await log.close();
}

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-audit-'));
  places = placesIn(folder);
});
afterEach(() => fs.rm(folder, { recursive: true }));

describe('the record', () => {
  it('keeps the order of the calls, goes on counting after it was closed, and holds', async () => {
    const first = await open();
    await Promise.all([first.log.record({ event: 'app quit' }), first.log.record({ event: 'app quit' })]);
    await first.log.close();
    const second = await open();
    await second.log.record({ event: 'app quit' });
    await second.log.close();
    expect((await lines()).map((line) => line.seq)).toEqual([1, 2, 3, 4]);
    expect(second.problems).toEqual([]);
    expect(await verifyAudit(places)).toMatchObject({ holds: true, lines: 4 });
  });

  it('is readable by its owner alone, and so is its key', async () => {
    await written(1);
    if (process.platform !== 'win32')
      for (const file of [places.audit, places.auditKey, places.auditHead])
        expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  });

  it('says where its key is kept', async () => {
    await written(0);
    expect((await lines())[0]).toMatchObject({ event: 'record begun', keptIn: 'file' });
    await fs.rm(folder, { recursive: true });
    await fs.mkdir(folder);
    const { log } = await open(store);
    await log.close();
    expect((await lines())[0]).toMatchObject({ keptIn: 'key store' });
    expect(await fs.readFile(places.auditKey, 'utf8')).not.toContain('PRIVATE');
    const again = await open(store);
    await again.log.record({ event: 'app quit' });
    await again.log.close();
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
  });

  it('sets a torn last line aside, loses nothing of it, says so, and holds', async () => {
    await written(2);
    await fs.appendFile(places.audit, Buffer.from('{"seq":4,"ev\u00fc').subarray(0, -1));
    const { log } = await open();
    await log.close();
    expect((await lines()).at(-1)).toMatchObject({ seq: 4, event: 'torn line set aside' });
    expect((await fs.readFile(`${places.audit}.torn`)).toString('latin1')).toBe('{"seq":4,"ev\u00c3\n');
    expect(await verifyAudit(places)).toMatchObject({ holds: true, lines: 4 });
  });

  it('says when something could not be written, does not count it, and goes on when it can be', async () => {
    const { log } = await open();
    await fs.appendFile(places.audit, 'mine\n');
    await expect(log.record({ event: 'app quit' })).rejects.toThrow('something else');
    await fs.truncate(places.audit, (await text()).length - 5);
    await log.record({ event: 'app quit' });
    await log.close();
    expect((await lines()).map((line) => line.seq)).toEqual([1, 2]);
    await expect(log.record({ event: 'app quit' })).rejects.toThrow();
  });

  it('whose clock goes backwards holds', async () => {
    const times = ['2026-10-05T14:30:00Z', '2026-10-05T10:00:00Z', '1999-01-01T00:00:00Z'];
    const { log } = await openRecord(places, noStore, () => new Date(times.shift() ?? 0));
    await log.record({ event: 'app quit' });
    await log.close();
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
  });

  it('goes on in a new file when one is full, and holds over all of them', async () => {
    const { log, key } = await open();
    await log.close();
    const { log: small } = await AuditLog.open(places, key, now, 600);
    for (let n = 0; n < 20; n++) await small.record({ event: 'app quit' });
    await small.close();
    const files = await filesOfRecord(places.audit);
    expect(files.length).toBeGreaterThan(4);
    expect(await verifyAudit(places)).toMatchObject({ holds: true, lines: 21 });
    const again = await open();
    await again.log.record({ event: 'app quit' });
    await again.log.close();
    expect(await verifyAudit(places)).toMatchObject({ holds: true, lines: 22 });
    // By the numbers of the lines in each, also of one that an earlier start began.
    const { log: next } = await AuditLog.open(places, key, now, 600);
    for (let n = 0; n < 5; n++) await next.record({ event: 'app quit' });
    await next.close();
    for (const file of (await filesOfRecord(places.audit)).slice(0, -1)) {
      const inIt = (await fs.readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).seq);
      expect(path.basename(file)).toBe(`audit.${inIt[0]}-${inIt.at(-1)}.jsonl`);
    }
    await fs.rm(files[1] ?? '');
    expect(await verifyAudit(places)).toMatchObject({ holds: false, file: files[2], line: 1 });
  });
});

describe('the head', () => {
  it('keeps the digests of what was accepted, over starts and over lines that come after', async () => {
    const { log } = await open();
    await log.keepDigests('consents.json', ['a']);
    await Promise.all([log.record({ event: 'app quit' }), log.keepDigests('other.json', ['b', 'c'])]);
    await log.close();
    const again = await open();
    expect([again.log.digestsOf('consents.json'), again.log.digestsOf('other.json')]).toEqual([
      ['a'],
      ['b', 'c'],
    ]);
    expect(again.log.digestsOf('none.json')).toEqual([]);
    await again.log.close();
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
  });

  it('is not believed where it is an earlier one, and that is told', async () => {
    const { log } = await open();
    await log.keepDigests('consents.json', ['earlier']);
    const earlier = await fs.readFile(places.auditHead);
    for (let n = 0; n < 2; n++) await log.record({ event: 'app quit' });
    await log.keepDigests('consents.json', ['later']);
    await log.close();
    await fs.writeFile(places.auditHead, earlier);
    expect(await verifyAudit(places)).toMatchObject({
      holds: false,
      why: expect.stringContaining('an earlier one'),
    });
    const again = await open();
    expect(again.problems).toEqual([expect.stringContaining('is an earlier one')]);
    expect(again.log.digestsOf('consents.json')).toEqual([]);
    await again.log.close();
  });

  it('is believed one flush behind, as a stop between the two leaves it', async () => {
    const { log } = await open();
    await log.keepDigests('consents.json', ['a']);
    const behind = await fs.readFile(places.auditHead);
    await log.record({ event: 'app quit' });
    await log.close();
    await fs.writeFile(places.auditHead, behind);
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
    const again = await open();
    expect(again.problems).toEqual([]);
    expect(again.log.digestsOf('consents.json')).toEqual(['a']);
    await again.log.close();
  });

  it('is not believed with other digests than it was signed with', async () => {
    const { log } = await open();
    await log.keepDigests('consents.json', ['a']);
    await log.close();
    const head = await fs.readFile(places.auditHead, 'utf8');
    await fs.writeFile(places.auditHead, head.replace('["a"]', '["b"]'));
    const again = await open();
    expect(again.problems).toEqual([expect.stringContaining('was changed')]);
    expect(again.log.digestsOf('consents.json')).toEqual([]);
    await again.log.close();
  });

  it('that cannot be written takes the line back: it is not on the record, and what comes next holds', async () => {
    const { log } = await open();
    const inTheWay = `${places.auditHead}.new`;
    await fs.mkdir(inTheWay);
    await expect(log.record({ event: 'app quit' })).rejects.toThrow();
    await expect(log.record({ event: 'app quit' })).rejects.toThrow();
    await fs.rmdir(inTheWay);
    await log.record({ event: 'app quit' });
    await log.close();
    expect((await lines()).map((line) => line.seq)).toEqual([1, 2]);
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
  });
});

describe('a record that was changed', () => {
  it.each<[string, () => Promise<void>, number | undefined, RegExp]>([
    [
      'in the middle',
      async () => fs.writeFile(places.audit, (await text()).replace('"seq":3', '"seq":3,"by":"me"')),
      3,
      /signature|follow/,
    ],
    [
      'by a line less at its end',
      async () => {
        const all = (await text()).split('\n');
        await fs.writeFile(places.audit, `${all.slice(0, -2).join('\n')}\n`);
      },
      undefined,
      /were there/,
    ],
    [
      'by its head',
      () => fs.writeFile(places.auditHead, '{"seq":1,"hash":"x","sig":"AAAA"}'),
      undefined,
      /head/,
    ],
    ['by having no head', () => fs.rm(places.auditHead), undefined, /head/],
    [
      'by another key beside it',
      async () => {
        const other = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-audit-'));
        const { log } = await openRecord(placesIn(other), noStore, now);
        await log.close();
        await fs.copyFile(placesIn(other).auditPublicKey, places.auditPublicKey);
        await fs.rm(other, { recursive: true });
      },
      1,
      /signature/,
    ],
  ])('%s is found', async (_name, change, line, why) => {
    await written(4);
    await change();
    const verdict = await verifyAudit(places);
    expect(verdict).toMatchObject({ holds: false, why: expect.stringMatching(why) });
    if (!verdict.holds) expect(verdict.line).toBe(line);
    expect(verdictText(verdict)).toContain('does not hold');
  });

  it('is told at the next start, and that is on the record', async () => {
    await written(4);
    const all = (await text()).split('\n');
    await fs.writeFile(places.audit, `${all.slice(0, 3).join('\n')}\n`);
    const { log, problems } = await open();
    await log.close();
    expect(problems).toEqual([expect.stringContaining('lines 4 to 5 are missing')]);
    expect((await lines()).at(-1)).toMatchObject({ event: 'record does not hold' });
  });

  it('is kept when its key cannot be read any more, and a new one is begun', async () => {
    await written(4);
    await fs.writeFile(places.auditKey, 'nothing');
    const { log, problems } = await open();
    await log.close();
    expect(problems).toEqual([expect.stringContaining('record-until-2026-10-05')]);
    expect(await lines()).toMatchObject([
      { seq: 1, event: 'record begun', why: expect.stringContaining('could not') },
    ]);
    const kept = (await fs.readdir(folder)).find((name) => name.startsWith('record-until'));
    expect((await fs.readdir(path.join(folder, kept ?? ''))).sort()).toEqual([
      'audit.head',
      'audit.jsonl',
      'audit.pub',
    ]);
    expect(await verifyAudit(places)).toMatchObject({ holds: true });
  });
});
