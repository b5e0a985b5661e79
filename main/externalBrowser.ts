/** The one way to the system's browser. Nothing is fetched here, before or after; the address is read once more. */
import { shell } from 'electron';
import type { Asker } from '../core/elicitation.ts';
import { readUrl } from '../core/url.ts';

/** Rejects with the reason when the system did not open it, or when it may not be opened. */
export async function openExternal(href: string, asker: Asker): Promise<void> {
  const read = readUrl(href, asker);
  if (!read.ok || read.href !== href)
    throw new Error(read.ok ? 'it is not in its canonical form' : read.detail);
  await shell.openExternal(href);
}
