/** What the person accepted, for which server. Without a readable file nothing is accepted. */
import { z } from 'zod';
import { readJson, setAside, writeJson } from './jsonFile.ts';

const schema = z.strictObject({
  version: z.literal(1),
  /** Server id → SHA-256 of the entry's identity (`core/serverConfig.ts`). */
  servers: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

type Kept = z.infer<typeof schema>;

export class Consents {
  private constructor(
    private readonly file: string,
    private kept: Kept,
  ) {}

  static async open(file: string, now: () => Date, tell: (text: string) => void): Promise<Consents> {
    const read = await readJson(file);
    const none: Kept = { version: 1, servers: {} };
    if (read.kind === 'absent') return new Consents(file, none);
    const parsed = read.kind === 'read' ? schema.safeParse(read.json) : undefined;
    if (parsed?.success) return new Consents(file, parsed.data);
    const aside = await setAside(file, now());
    tell(`What you had accepted could not be read, so you are asked again. The old file is ${aside}.`);
    return new Consents(file, none);
  }

  acceptedIdentity(serverId: string): string | undefined {
    return Object.hasOwn(this.kept.servers, serverId) ? this.kept.servers[serverId] : undefined;
  }

  async accept(serverId: string, identity: string): Promise<void> {
    this.kept = { ...this.kept, servers: { ...this.kept.servers, [serverId]: identity } };
    await writeJson(this.file, this.kept);
  }
}
