/** The sample folder under the app's own data: a first minute without any file of the person's. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Rule } from '../core/policy.ts';
import { identityOf, parseServerConfig, type ServerConfig } from '../core/serverConfig.ts';
import { writeJson } from './jsonFile.ts';

export const sampleServerId = 'Sample files';

const line = 'This is a sample. Delete it as often as you like: "Reset sample" brings it back.\n';

/** As the first dialog shows it: 2.3 KB, modified 2026-10-05 14:30 local time. */
const files = [
  { name: 'notes.txt', text: line.repeat(40).slice(0, 2_290), modified: new Date(2026, 9, 5, 14, 30) },
  { name: 'groceries.txt', text: 'Bread\nButter\nApples\n', modified: new Date(2026, 8, 12, 9, 5) },
  { name: 'letter draft.txt', text: 'Dear neighbour,\n', modified: new Date(2026, 7, 30, 18, 42) },
];

/** Writes the sample's own files anew; whatever else the person put there stays. */
export async function resetSample(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  for (const { name, text, modified } of files) {
    const file = path.join(folder, name);
    await fs.writeFile(file, text);
    await fs.utimes(file, modified, modified);
  }
}

/** Nothing of the person's is in the sample, so its calls are sent unasked; what the server asks in them is asked. */
export const sampleRules: Rule[] = [
  { server: sampleServerId, tool: '*', effect: 'allow', why: 'the sample that comes with Countersign' },
];

/** On the first start: the sample folder, and a `servers.json` with the bundled server on it. True when it was that. */
export async function ensureFirstStart(serversFile: string, folder: string): Promise<boolean> {
  const known = await fs.stat(serversFile).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (known) return false;
  await resetSample(folder);
  await writeJson(serversFile, { mcpServers: { [sampleServerId]: sampleEntry(folder) } });
  return true;
}

const sampleEntry = (folder: string) => ({ type: 'bundled', server: 'files', directories: [folder] });

/** The entry that the app wrote itself, to the letter: the person need not allow it. */
export function isSampleAsWritten(config: ServerConfig, folder: string): boolean {
  const own = parseServerConfig(sampleServerId, sampleEntry(folder));
  return !('error' in own) && identityOf(own) === identityOf(config);
}
