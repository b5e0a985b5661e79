/** `--print-security`: what holds this build, read from the build itself, for whoever wants to check before trusting it. */
import fs from 'node:fs';
import { app } from 'electron';
import { readFuses } from '../core/fuses.ts';
import { contentSecurityPolicy, webPreferences } from './security.ts';

/** Text of several lines, for a terminal. */
export function securityText(): string {
  const { sandbox, contextIsolation, nodeIntegration, webviewTag } = webPreferences(undefined, '');
  const fuses = readFuses(fs.readFileSync(process.execPath)) ?? {};
  const { electron, chrome, node } = process.versions;
  return [
    `Countersign ${app.getVersion()}${isForRelease() ? '' : ' (not for release: built on a development runtime)'}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `packaged: ${app.isPackaged}`,
    `content security policy: ${contentSecurityPolicy()}`,
    `pages: sandbox ${sandbox}, context isolation ${contextIsolation}, node integration ${nodeIntegration}, webviews ${webviewTag}`,
    ...Object.entries(fuses).map(([name, state]) => `fuse ${name}: ${state}`),
    '',
  ].join('\n');
}

/** Releases are built on the Electron that package.json names; anything older stands in for it. */
export const isForRelease = (): boolean => Number.parseInt(process.versions.electron, 10) >= 45;
