/** The record and its key, opened together. A record whose key cannot be read any more is kept, and a new one begun. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { filesOfRecord } from './auditFiles.ts';
import { type AuditKey, type KeyStore, openAuditKey, publicPem } from './auditKey.ts';
import { AuditLog } from './auditLog.ts';
import type { Places } from './places.ts';

type RecordPlaces = Pick<Places, 'audit' | 'auditHead' | 'auditKey' | 'auditPublicKey'>;

export type Opened = {
  log: AuditLog;
  key: AuditKey;
  /** What the person should know of it, in sentences. */
  problems: string[];
};

export async function openRecord(places: RecordPlaces, store: KeyStore, now: () => Date): Promise<Opened> {
  const key = await openAuditKey(places.auditKey, store);
  const problems: string[] = [];
  if (key.fresh) {
    const aside = await setAsideRecord(places, now());
    if (aside !== undefined)
      problems.push(
        `The key of the record could not be read, so a new record was begun. The old one is in ${aside}.`,
      );
  }
  await fs.writeFile(places.auditPublicKey, publicPem(key), { mode: 0o600 });
  const { log, problem } = await AuditLog.open(places, key, now);
  if (key.fresh)
    await log.record({
      event: 'record begun',
      key: key.fingerprint,
      keptIn: key.keptIn,
      why: problems.length === 0 ? 'there was none' : 'the key of the one before could not be read',
    });
  if (problem !== undefined)
    problems.push(
      `The record does not hold: ${problem}. It was changed by something else; --verify-audit says more.`,
    );
  return { log, key, problems };
}

/** Moves all of it into a folder of its own; undefined when there was nothing. */
async function setAsideRecord(places: RecordPlaces, now: Date): Promise<string | undefined> {
  const files = [...(await filesOfRecord(places.audit)), places.auditHead, places.auditPublicKey];
  const there = await Promise.all(
    files.map((file) =>
      fs
        .stat(file)
        .then(() => file)
        .catch(absent),
    ),
  );
  const found = there.filter((file) => file !== undefined);
  if (found.length === 0) return undefined;
  const folder = path.join(
    path.dirname(places.audit),
    `record-until-${now.toISOString().replaceAll(':', '-')}`,
  );
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of found) await fs.rename(file, path.join(folder, path.basename(file)));
  return folder;
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
