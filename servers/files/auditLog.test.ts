import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAuditLog } from './auditLog.ts';
import { createFilesServer } from './server.ts';
import { confirm, connect } from './testing/connect.ts';
import { makeFolder } from './testing/folder.ts';

const entry = { event: 'recovered', time: 't', id: 'i', outcome: 'deleted', path: 'p' } as const;

describe('the audit log', () => {
  it('E094: is not begun inside an allowed directory, by whatever path', () => {
    const folder = makeFolder();
    const link = join(folder.base, 'link');
    symlinkSync(folder.allowed, link);
    for (const file of ['audit.jsonl', 'new/audit.jsonl', '../allowed/audit.jsonl'].map((name) =>
      join(folder.allowed, name),
    )) {
      expect(() => openAuditLog(file, [folder.allowed])).toThrow('lies inside the allowed directory');
    }
    for (const file of [join(link, 'audit.jsonl'), join(link, 'new', 'audit.jsonl')]) {
      expect(() => openAuditLog(file, [folder.allowed])).toThrow('lies inside the allowed directory');
    }
    expect(() => createFilesServer({ directories: ['/'], auditFile: folder.auditFile })).toThrow(
      'choose another place',
    );
    expect(folder.names()).toEqual(['notes.txt']);
  });

  it('is not an existing link into one either', () => {
    const folder = makeFolder();
    const file = join(folder.base, 'audit.jsonl');
    symlinkSync(folder.notes, file);
    expect(() => openAuditLog(file, [folder.allowed])).toThrow('lies inside the allowed directory');
  });

  it('may lie above one, and beside one that begins alike', () => {
    const folder = makeFolder();
    openAuditLog(join(folder.base, 'audit.jsonl'), [folder.allowed]).append(entry);
    openAuditLog(join(folder.base, 'allowed-audit', 'audit.jsonl'), [folder.allowed]).append(entry);
  });

  it('is read by its owner only, and begun anew when it was moved away', () => {
    const folder = makeFolder();
    const log = openAuditLog(folder.auditFile, []);
    if (process.platform !== 'win32') expect(statSync(folder.auditFile).mode & 0o777).toBe(0o600);
    log.append(entry);
    renameSync(folder.auditFile, `${folder.auditFile}.1`);
    log.append(entry);
    expect([folder.audit().length, readFileSync(`${folder.auditFile}.1`, 'utf8').split('\n').length]).toEqual(
      [1, 2],
    );
  });

  it('does not let a torn line swallow the next', () => {
    const folder = makeFolder();
    openAuditLog(folder.auditFile, []).append(entry);
    appendFileSync(folder.auditFile, '{"event":"inte');
    openAuditLog(folder.auditFile, []).append(entry);
    expect(
      readFileSync(folder.auditFile, 'utf8')
        .split('\n')
        .filter((line) => line === JSON.stringify(entry)),
    ).toHaveLength(2);
  });

  it('keeps a reason on its line, whatever is in it', async () => {
    const folder = makeFolder();
    const reason = 'two\nlines, "quoted"\u2028';
    const { remove } = await connect(folder, () => confirm({ reason }));
    await remove();
    expect(folder.audit()).toMatchObject([{ reason }, { reason }]);
  });
});

describe('without the audit log', () => {
  it('nothing is deleted', async () => {
    const folder = makeFolder();
    const { remove } = await connect(folder, () => {
      rmSync(folder.auditFile);
      mkdirSync(folder.auditFile);
      return confirm();
    });
    expect(await remove()).toEqual({
      text:
        'The audit log cannot be written: it is a directory; nothing was deleted ' +
        '(not recorded: the audit log cannot be written: it is a directory)',
      isError: true,
    });
    expect(folder.names()).toEqual(['notes.txt']);
  });

  it('nothing is deleted when it has become a link or its directory is gone', async () => {
    for (const spoil of ['link', 'gone']) {
      const folder = makeFolder();
      const { remove } = await connect(folder, () => {
        rmSync(dirname(folder.auditFile), { recursive: true });
        if (spoil === 'link') {
          mkdirSync(dirname(folder.auditFile));
          symlinkSync(join(folder.allowed, 'x'), folder.auditFile);
        }
        return confirm();
      });
      expect(await remove()).toMatchObject({ isError: true });
      expect(folder.names()).toEqual(['notes.txt']);
    }
  });

  it('the server does not start', () => {
    const folder = makeFolder();
    writeFileSync(join(folder.base, 'state'), 'a file where its directory should be');
    expect(() => createFilesServer({ directories: [folder.allowed], auditFile: folder.auditFile })).toThrow(
      'ENOTDIR',
    );
  });
});
