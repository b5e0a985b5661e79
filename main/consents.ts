/**
 * What the person accepted, for which server. Without a readable file nothing is accepted, and neither is with one that
 * this app did not write: it bears a seal that only the owner of the record's key can make.
 */
import { z } from 'zod';
import { readJson, setAside, writeJson } from './jsonFile.ts';

const schema = z.strictObject({
  version: z.literal(1),
  /** Server id → SHA-256 of the entry's identity (`core/serverConfig.ts`). */
  servers: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  seal: z.string(),
});

type Accepted = z.infer<typeof schema>['servers'];

export class Consents {
  private constructor(
    private readonly file: string,
    private readonly seal: (text: string) => string,
    private accepted: Accepted,
  ) {}

  static async open(
    file: string,
    seal: (text: string) => string,
    now: () => Date,
    tell: (text: string) => void,
  ): Promise<Consents> {
    const read = await readJson(file);
    if (read.kind === 'absent') return new Consents(file, seal, {});
    const parsed = read.kind === 'read' ? schema.safeParse(read.json) : undefined;
    if (parsed?.success && parsed.data.seal === seal(sealed(parsed.data.servers)))
      return new Consents(file, seal, parsed.data.servers);
    const why = parsed?.success ? 'was changed by something else than Countersign' : 'could not be read';
    const aside = await setAside(file, now());
    tell(`What you had accepted ${why}, so you are asked again. The old file is ${aside}.`);
    return new Consents(file, seal, {});
  }

  acceptedIdentity(serverId: string): string | undefined {
    return Object.hasOwn(this.accepted, serverId) ? this.accepted[serverId] : undefined;
  }

  async accept(serverId: string, identity: string): Promise<void> {
    this.accepted = { ...this.accepted, [serverId]: identity };
    await writeJson(this.file, {
      ...{ version: 1, servers: this.accepted },
      seal: this.seal(sealed(this.accepted)),
    });
  }
}

/** In one order, whichever way the file has them. */
const sealed = (accepted: Accepted): string =>
  JSON.stringify(['consents', ...Object.entries(accepted).sort(([a], [b]) => (a < b ? -1 : 1))]);
