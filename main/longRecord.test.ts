/** What a long record costs. `npm run record` writes a million lines; among the tests it is a short one. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { filesOfRecord } from './auditFiles.ts';
import { openRecord } from './openRecord.ts';
import { placesIn } from './places.ts';
import { verifyAudit } from './verifyAudit.ts';

const count = Number(process.env.COUNTERSIGN_LINES ?? 5_000);
const store = {
  isEncryptionAvailable: () => false,
  encryptString: () => Buffer.alloc(0),
  decryptString: () => '',
};
const event = (n: number) => ({
  ...{
    event: 'call sent',
    call: `call-${n}`,
    server: 'files',
    method: 'tools/call',
    tool: 'delete_file',
    by: 'person',
  },
  arguments: ['filepath'],
});

it(`a record of ${count} lines: each line takes as long as the first, and a start reads only its end`, {
  timeout: 3_600_000,
}, async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-record-'));
  const places = placesIn(folder);
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const { log } = await openRecord(places, store, () => new Date());
  /** One at a time, as calls come; the median of a hundred (ms). */
  const perLine = async () => {
    const times: number[] = [];
    for (let n = 0; n < 100; n++) times.push(await timed(() => log.record(event(n) as never)));
    return times.sort((a, b) => a - b)[50] ?? 0;
  };
  const first = await perLine();
  for (let n = 0; n < count - 200; n += 1_000)
    await Promise.all(
      Array.from({ length: Math.min(1_000, count - 200 - n) }, (_, k) => log.record(event(n + k) as never)),
    );
  const last = await perLine();
  await log.close();
  const start = await timed(async () => (await openRecord(places, store, () => new Date())).log.close());
  let verdict: Awaited<ReturnType<typeof verifyAudit>> | undefined;
  const check = await timed(async () => {
    verdict = await verifyAudit(places);
  });
  const files = await filesOfRecord(places.audit);
  console.log(
    `${count} lines in ${files.length} files: a line ${first.toFixed(2)} ms at the beginning, ${last.toFixed(2)} ms at the end; ` +
      `a start on it ${start.toFixed(0)} ms, the check ${(check / 1_000).toFixed(1)} s`,
  );
  expect(verdict).toMatchObject({ holds: true, lines: count + 1 });
  // Generous, since machines are busy: it must not grow with the record.
  expect(last).toBeLessThan(first * 5 + 5);
  expect(start).toBeLessThan(1_000);
  await fs.rm(folder, { recursive: true });
});
