/** One line of the server's own audit log: what is written, and what a later start reads back from it. */
import * as z from 'zod';
import type { Ending } from './ending.ts';
import { endingText } from './ending.ts';
import { identityText } from './identity.ts';
import type { Sighting } from './look.ts';
import { printable } from './wording.ts';

/** Under this name a file waits, in its own directory, between the move and the deletion. */
export const asideName = (id: string): string => `.countersign-${id}`;

const intent = z.object({
  event: z.literal('intent'),
  time: z.string(),
  /** One call of delete_file; the lines about it share it. */
  id: z.uuid(),
  pid: z.number(),
  given: z.string(),
  parent: z.string(),
  name: z.string().regex(/^[^\\/\0]+$/u),
  keepBackup: z.boolean(),
  reason: z.string(),
  /** Decimal digits: of the file as the person was told about it. */
  identity: z.object({
    dev: z.string(),
    ino: z.string(),
    size: z.string(),
    mtimeNs: z.string(),
    ctimeNs: z.string(),
  }),
});

export type Intent = z.infer<typeof intent>;

export type Ended = {
  event: 'ended';
  time: string;
  id: string;
  outcome: Ending['kind'];
  given: string;
  /** What the caller was told. */
  text: string;
  path?: string;
  size?: number;
  modified?: string;
  reason?: string;
  backup?: string;
  aside?: string;
};

export type Recovered = {
  event: 'recovered';
  time: string;
  id: string;
  outcome: 'restored' | 'deleted' | 'not touched' | 'left aside' | 'not known';
  path: string;
  backup?: string;
  aside?: string;
};

export type AuditEntry = Intent | Ended | Recovered;

type About = {
  id: string;
  time: string;
  given: string;
  sighting?: Sighting | undefined;
  reason?: string | undefined;
};

export function endedEntry({ id, time, given, sighting, reason }: About, ending: Ending): Ended {
  const about = sighting && {
    path: sighting.path,
    size: sighting.size,
    modified: new Date(sighting.modified).toISOString(),
  };
  return {
    event: 'ended',
    time,
    id,
    outcome: ending.kind,
    given: printable(given),
    text: endingText(printable(given), ending),
    ...about,
    ...(reason !== undefined && { reason }),
    ...('backup' in ending && { backup: ending.backup }),
    ...('aside' in ending && { aside: ending.aside }),
  };
}

export function intentEntry(
  about: About & { sighting: Sighting; reason: string },
  pid: number,
  keepBackup: boolean,
): Intent {
  const { id, time, given, sighting, reason } = about;
  const { parent, name } = sighting;
  return {
    event: 'intent',
    time,
    id,
    pid,
    given,
    parent,
    name,
    keepBackup,
    reason,
    identity: identityText(sighting.identity),
  };
}

/** Intents that nothing came of: neither an ending nor a recovery tells of them. Lines that cannot be read are passed over. */
export function pendingIntents(log: string): Intent[] {
  const pending = new Map<string, Intent>();
  for (const entry of log.split('\n').map(parseLine)) {
    const parsed = intent.safeParse(entry);
    if (parsed.success) pending.set(parsed.data.id, parsed.data);
    else pending.delete(idOf(entry));
  }
  return [...pending.values()];
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function idOf(entry: unknown): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  return typeof id === 'string' ? id : '';
}
