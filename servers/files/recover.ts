/**
 * At the start: finishes or restores what a crash left between the move and the deletion. Acts only inside the allowed
 * directories, and only on names that the log says were given by this server.
 */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { asideName, type Intent, pendingIntents, type Recovered } from './auditEntry.ts';
import type { AuditLog } from './auditLog.ts';
import { backupNames } from './backupName.ts';
import { type DeedFiles, moveWithoutOverwriting } from './deedFiles.ts';
import type { Held, Hold } from './holdDirectory.ts';
import { isSameInode } from './identity.ts';
import { errorCode } from './osError.ts';
import { isInsideAny } from './pathRules.ts';
import { isIntended, type Remains, recoveryStep, type Step } from './recovery.ts';

export type RecoverTools = {
  files: DeedFiles;
  hold: Hold;
  audit: AuditLog;
  allowed: readonly string[];
  now: () => number;
  /** Is this process alive, and not this one? */
  isRunning: (pid: number) => boolean;
};

/** Longer than any deletion takes: an older intent is not another server's that is at it. */
const deedMs = 60_000;

/** What was found and done, as recorded. What lies elsewhere, or cannot be reached now, waits for a later start. */
export function recover(tools: RecoverTools): Recovered[] {
  const { audit, now } = tools;
  return pendingIntents(audit.read())
    .filter((intent) => !isUnderWay(intent, tools))
    .flatMap((intent) => {
      const done = recoverOne(intent, tools);
      if (done === undefined) return [];
      const entry: Recovered = {
        event: 'recovered',
        time: new Date(now()).toISOString(),
        id: intent.id,
        ...done,
      };
      audit.append(entry);
      return [entry];
    });
}

function isUnderWay(intent: Intent, { now, isRunning }: RecoverTools): boolean {
  return now() - Date.parse(intent.time) < deedMs && isRunning(intent.pid);
}

type Done = Pick<Recovered, 'outcome' | 'path' | 'backup' | 'aside'>;

function recoverOne(intent: Intent, { files, hold, allowed }: RecoverTools): Done | undefined {
  try {
    if (!isInsideAny(allowed, intent.parent, path) || realpathSync.native(intent.parent) !== intent.parent)
      return undefined;
    const held = hold(intent.parent, statSync(intent.parent, { bigint: true }));
    if (held === undefined) return undefined;
    try {
      return { path: path.join(intent.parent, intent.name), ...settle(held, intent, files) };
    } finally {
      held.release();
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function settle(held: Held, intent: Intent, files: DeedFiles): Omit<Done, 'path'> {
  const aside = asideName(intent.id);
  const step = recoveryStep(remains(held, intent, files), intent.identity);
  switch (step.kind) {
    case 'restore':
      moveWithoutOverwriting(files, held.at(aside), held.at(intent.name));
      return { outcome: 'restored' };
    case 'drop aside':
      files.unlink(held.at(aside));
      return outcomeOf(step);
    case 'leave aside':
      return { outcome: 'left aside', aside };
    case 'nothing':
      return outcomeOf(step);
    default:
      return step satisfies never;
  }
}

function outcomeOf({ outcome, backup }: Extract<Step, { outcome: unknown }>): Omit<Done, 'path'> {
  return backup === undefined ? { outcome } : { outcome, backup };
}

function remains(held: Held, intent: Intent, files: DeedFiles): Remains {
  const find = (name: string) => files.find(held.at(name));
  const aside = find(asideName(intent.id));
  // What stands aside is dropped for its backup only if both are names of one file.
  const isBackup = (name: string) => {
    const found = find(name);
    if (found === undefined) return false;
    return aside === undefined ? isIntended(found, intent.identity) : isSameInode(found, aside);
  };
  const backup = intent.keepBackup ? [...backupNames(intent.name)].find(isBackup) : undefined;
  return { name: find(intent.name), aside, backup };
}
