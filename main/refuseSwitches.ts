/**
 * The first statement of the app, so that a packaged one stops before any port opens or window is made. It is
 * imported for what it does, before everything else.
 */
import { app } from 'electron';
import { type Mode, readSwitches } from '../core/switches.ts';

export const mode: Mode = app.isPackaged ? modeOrExit() : asDeveloper();

/** An unpackaged app takes any switch; these are the same there. */
function asDeveloper(): Mode {
  const only = ['print-security', 'check-security', 'verify-audit'] as const;
  return only.find((mode) => process.argv.includes(`--${mode}`)) ?? 'run';
}

function modeOrExit(): Mode {
  const read = readSwitches(process.argv.slice(1), process.env);
  if (read.ok) return read.mode;
  process.stderr.write(
    `Countersign does not start with ${read.refused}: it could let something else answer for you.\n`,
  );
  process.exit(3);
}
