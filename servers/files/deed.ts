/**
 * The deletion itself. A minute or more has passed since the person was told what the file is, so nothing is believed:
 * the directory is held, the file compared, moved aside by one rename, and compared again, since between the first
 * comparison and the move another file may have taken its name. Only what was shown is deleted; anything else goes back.
 */
import { moveToBackup } from './backupName.ts';
import { type DeedFiles, moveWithoutOverwriting } from './deedFiles.ts';
import type { Ending, Instead } from './ending.ts';
import type { Held, Hold } from './holdDirectory.ts';
import { type Finding, isSameContent, isUntouched } from './identity.ts';
import type { Sighting } from './look.ts';
import { osErrorText } from './osError.ts';

export type DeedTools = {
  files: DeedFiles;
  hold: Hold;
  /** Flushed to the disk when it returns; throws when it cannot be. The last step before the file is touched. */
  recordIntent: (aside: string) => void;
};

export type Order = { aside: string; keepBackup: boolean };

/** Synchronous on purpose. */
export function carryOut(sighting: Sighting, order: Order, tools: DeedTools): Ending {
  try {
    const held = tools.hold(sighting.parent, sighting.directory);
    if (held === undefined) return changed(sighting, { kind: 'another directory' });
    try {
      return inDirectory(held, sighting, order, tools);
    } finally {
      held.release();
    }
  } catch (error) {
    return failed(sighting, error);
  }
}

function inDirectory(
  held: Held,
  sighting: Sighting,
  order: Order,
  { files, recordIntent }: DeedTools,
): Ending {
  const here = files.find(held.at(sighting.name));
  if (here === undefined || !isUntouched(sighting.identity, here)) return changed(sighting, insteadOf(here));

  const unrecorded = attempt(() => recordIntent(order.aside));
  if (unrecorded !== undefined) return notRecorded(unrecorded.error);
  files.rename(held.at(sighting.name), held.at(order.aside));

  const moved = files.find(held.at(order.aside));
  if (moved === undefined) return changed(sighting, insteadOf(moved));
  if (!isSameContent(sighting.identity, moved)) {
    return { ...changed(sighting, insteadOf(moved)), ...putBack(held, sighting, order, files) };
  }
  return dispose(held, sighting, order, files);
}

function dispose(held: Held, sighting: Sighting, order: Order, files: DeedFiles): Ending {
  try {
    if (order.keepBackup)
      return { kind: 'deleted', backup: moveToBackup(files, held, order.aside, sighting.name) };
    files.unlink(held.at(order.aside));
    return { kind: 'deleted' };
  } catch (error) {
    return { ...failed(sighting, error), ...putBack(held, sighting, order, files) };
  }
}

/** If its name has been taken meanwhile, it stays where it is, and its new name is told. */
function putBack(held: Held, sighting: Sighting, order: Order, files: DeedFiles): { aside?: string } {
  const problem = attempt(() => moveWithoutOverwriting(files, held.at(order.aside), held.at(sighting.name)));
  return problem === undefined ? {} : { aside: order.aside };
}

function insteadOf(found: Finding | undefined): Instead {
  if (found === undefined) return { kind: 'nothing' };
  return found.kind === 'file' ? { kind: 'another state', state: found } : { kind: 'no file' };
}

const changed = (sighting: Sighting, instead: Instead): Ending => ({
  kind: 'changed',
  seen: sighting.identity,
  instead,
});

const failed = ({ given }: Sighting, error: unknown): Ending => ({
  kind: 'failed',
  why: `${given} could not be deleted: ${osErrorText(error)}`,
});

const notRecorded = (error: unknown): Ending => ({
  kind: 'failed',
  why: `The audit log cannot be written: ${osErrorText(error)}`,
});

function attempt(action: () => void): { error: unknown } | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return { error };
  }
}
