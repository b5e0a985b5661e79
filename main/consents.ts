/**
 * What the person accepted, for which server. Without a readable file nothing is accepted, and neither is with one that
 * this app did not write: it bears a seal that only the owner of the record's key can make.
 */
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { readJson, setAside, writeJson } from './jsonFile.ts';

const schema = z.strictObject({
  version: z.literal(1),
  /** Server id → SHA-256 of the entry's identity (`core/serverConfig.ts`). */
  servers: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  /** Tools that may be called always, by a digest of server and tool; no arguments are kept. */
  approvals: z.record(
    z.string(),
    z.strictObject({
      serverId: z.string(),
      tool: z.string(),
      /** As it was approved: another definition is asked again. */
      definition: z.string(),
      since: z.string(),
    }),
  ),
  /** Where the record is sent to, as it was accepted. */
  forwarding: z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()) }).optional(),
  seal: z.string(),
});

type Accepted = Pick<z.infer<typeof schema>, 'servers' | 'approvals' | 'forwarding'>;
export type Approval = Accepted['approvals'][string];
const nothing: Accepted = { servers: {}, approvals: {} };

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
    if (read.kind === 'absent') return new Consents(file, seal, nothing);
    const parsed = read.kind === 'read' ? schema.safeParse(read.json) : undefined;
    if (parsed?.success && parsed.data.seal === seal(sealed(parsed.data)))
      return new Consents(file, seal, parsed.data);
    const why = parsed?.success ? 'was changed by something else than Countersign' : 'could not be read';
    const aside = await setAside(file, now());
    tell(`What you had accepted ${why}, so you are asked again. The old file is ${aside}.`);
    return new Consents(file, seal, nothing);
  }

  acceptedIdentity(serverId: string): string | undefined {
    const { servers } = this.accepted;
    return Object.hasOwn(servers, serverId) ? servers[serverId] : undefined;
  }

  approval(key: string): Approval | undefined {
    const { approvals } = this.accepted;
    return Object.hasOwn(approvals, key) ? approvals[key] : undefined;
  }

  /** The newest first. */
  get approvals(): ({ key: string } & Approval)[] {
    const all = Object.entries(this.accepted.approvals).map(([key, approval]) => ({ key, ...approval }));
    return all.sort((a, b) => (a.since < b.since ? 1 : -1));
  }

  get forwarding(): Accepted['forwarding'] {
    return this.accepted.forwarding;
  }

  /** Nowhere, where it is undefined. */
  forwardTo(forwarding: Accepted['forwarding']): Promise<void> {
    return this.#keep({ ...this.accepted, forwarding });
  }

  accept(serverId: string, identity: string): Promise<void> {
    return this.#keep({ ...this.accepted, servers: { ...this.accepted.servers, [serverId]: identity } });
  }

  approve(key: string, approval: Approval): Promise<void> {
    return this.#keep({ ...this.accepted, approvals: { ...this.accepted.approvals, [key]: approval } });
  }

  revoke(key: string): Promise<void> {
    const { [key]: _, ...approvals } = this.accepted.approvals;
    return this.#keep({ ...this.accepted, approvals });
  }

  async #keep(accepted: Accepted): Promise<void> {
    this.accepted = accepted;
    await writeJson(this.file, { version: 1, ...accepted, seal: this.seal(sealed(accepted)) });
  }
}

/** In one order, whichever way the file has them. */
const sealed = ({ servers, approvals, forwarding }: Accepted): string =>
  canonicalize(['consents', servers, approvals, ...(forwarding === undefined ? [] : [forwarding])]) ?? '';
