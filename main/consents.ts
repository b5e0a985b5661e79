/**
 * What the person accepted, for which server. Without a readable file nothing is accepted, and neither is with one that
 * this app did not write last (`acceptedFile.ts`).
 */
import { z } from 'zod';
import type { Traits } from '../core/serverTraits.ts';
import { AcceptedFile, type KeptDigests } from './acceptedFile.ts';
import { setAside } from './jsonFile.ts';

const server = z.strictObject({
  /** SHA-256 of the entry's identity (`core/serverConfig.ts`). */
  identity: z.string().regex(/^[0-9a-f]{64}$/),
  /** The same to be read, without any value of a variable or a header. */
  facts: z.array(z.strictObject({ text: z.string(), hidden: z.string().optional() })),
  traits: z.strictObject({ trusted: z.boolean(), drivesDesktop: z.boolean(), valuesRecorded: z.boolean() }),
  /** Tools that look as if they could drive the desktop, as the person was told of them. */
  toldTools: z.array(z.string()),
  /** Folders that it may know of; left out where that was not decided. */
  roots: z.array(z.string()).optional(),
});

const schema = z.strictObject({
  version: z.literal(2),
  servers: z.record(z.string(), server),
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
  /** The model's provider; its key is elsewhere (`modelProvider.ts`). */
  provider: z
    .strictObject({
      kind: z.enum(['anthropic', 'openai', 'google', 'compatible']),
      model: z.string(),
      address: z.string(),
    })
    .optional(),
});

type Everything = z.infer<typeof schema>;
export type AcceptedServer = z.infer<typeof server> & { traits: Traits };
export type Approval = Everything['approvals'][string];
const nothing: Everything = { version: 2, servers: {}, approvals: {} };

export class Consents {
  #kept: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: AcceptedFile,
    private accepted: Everything,
  ) {}

  static async open(
    place: string,
    kept: KeptDigests,
    now: () => Date,
    tell: (text: string) => void,
  ): Promise<Consents> {
    const file = new AcceptedFile(place, kept);
    const read = await file.read();
    const parsed = read.kind === 'accepted' ? schema.safeParse(read.json) : undefined;
    if (parsed?.success) return new Consents(file, parsed.data);
    if (read.kind !== 'nothing yet') {
      const aside = await setAside(place, now()).catch(notThere);
      await file.giveUp();
      tell(
        `What you had accepted was changed or removed by something else than Countersign, so you are asked again.${aside === undefined ? '' : ` The old file is ${aside}.`}`,
      );
    }
    return new Consents(file, nothing);
  }

  /** What was accepted of this server, as long as its entry is the one with this identity. */
  server(serverId: string, identity: string): AcceptedServer | undefined {
    const known = this.lastServer(serverId);
    return known?.identity === identity ? known : undefined;
  }

  /** The same whatever its entry says by now. */
  lastServer(serverId: string): AcceptedServer | undefined {
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

  get forwarding(): Everything['forwarding'] {
    return this.accepted.forwarding;
  }

  get provider(): Everything['provider'] {
    return this.accepted.provider;
  }

  /** None, where it is undefined. */
  setProvider(provider: Everything['provider']): Promise<void> {
    return this.#keep((all) => ({ ...all, provider }));
  }

  /** Nowhere, where it is undefined. */
  forwardTo(forwarding: Everything['forwarding']): Promise<void> {
    return this.#keep((all) => ({ ...all, forwarding }));
  }

  accept(serverId: string, accepted: AcceptedServer): Promise<void> {
    return this.#keep((all) => ({ ...all, servers: { ...all.servers, [serverId]: accepted } }));
  }

  approve(key: string, approval: Approval): Promise<void> {
    return this.#keep((all) => ({ ...all, approvals: { ...all.approvals, [key]: approval } }));
  }

  /** In the order in which they were accepted. */
  get servers(): [serverId: string, accepted: AcceptedServer][] {
    return Object.entries(this.accepted.servers);
  }

  /** Both count at once, also where that cannot be written. */
  revokeServer(serverId: string): Promise<void> {
    const revoked = ({ servers: { [serverId]: _, ...servers }, ...all }: Everything) => ({ ...all, servers });
    this.accepted = revoked(this.accepted);
    return this.#keep(revoked);
  }

  revoke(key: string): Promise<void> {
    const revoked = ({ approvals: { [key]: _, ...approvals }, ...all }: Everything) => ({
      ...all,
      approvals,
    });
    this.accepted = revoked(this.accepted);
    return this.#keep(revoked);
  }

  /** One after the other; what cannot be written does not count. */
  #keep(change: (all: Everything) => Everything): Promise<void> {
    const kept = this.#kept.then(async () => {
      const accepted = change(this.accepted);
      await this.file.write(accepted);
      this.accepted = accepted;
    });
    this.#kept = kept.catch(() => undefined);
    return kept;
  }
}

const notThere = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
