/**
 * What the person says of each server (`core/serverTraits.ts`): asked in the question window, kept with what was accepted
 * of its entry. Until the person has said whether tools that look like it can drive the desktop, they count as if they could.
 */
import type { AuditEvent } from '../core/audit.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import {
  drivingTools,
  noTraits,
  type Traits,
  traitFields,
  traitsIn,
  traitsText,
} from '../core/serverTraits.ts';
import { acceptedOf } from './acceptedServer.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { Connection } from './connection.ts';
import type { Consents } from './consents.ts';
import type { Questions } from './questions.ts';

export type ServerTraitsDeps = {
  questions: Questions;
  consents: Consents;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string, serverId: string) => void;
  changed: () => void;
};

export class ServerTraits {
  constructor(private readonly deps: ServerTraitsDeps) {}

  of({ config }: Connection): Traits {
    return acceptedOf(this.deps, config).traits;
  }

  /** As the person says; and as its tools look, while the person has not been told of them. */
  drivesDesktop(connection: Connection): boolean {
    return this.of(connection).drivesDesktop || this.#untold(connection).length > 0;
  }

  /** What counts now: as the person says, and as its tools look. */
  inForce(connection: Connection): Traits {
    return { ...this.of(connection), drivesDesktop: this.drivesDesktop(connection) };
  }

  /** Its tools are known, or others by now: the person is asked where they look as if they could drive the desktop. */
  toolsKnown(connection: Connection): void {
    if (this.of(connection).drivesDesktop || this.#untold(connection).length === 0) return;
    void this.ask(connection);
  }

  /** Resolves when the person has decided, or not; never rejects. One dialog for each server. */
  async ask(connection: Connection): Promise<void> {
    const { serverId } = connection.config;
    const { questions, tell } = this.deps;
    if (questions.open.some(({ body, serverId: of }) => body.kind === 'traits' && of === serverId)) return;
    try {
      await this.#ask(connection);
    } catch (error) {
      tell(`Not recorded, so what it may do stays as it was: ${messageOf(error)}`, serverId);
    }
    this.deps.changed();
  }

  async #ask(connection: Connection): Promise<void> {
    const { config, shown } = connection;
    const driving = drivingOf(connection);
    const ended = await askOnRecord(this.deps, {
      ...{ serverId: config.serverId, server: shown, callIds: [], tools: [], again: false },
      limitMs: limits.permissionMs,
      body: {
        kind: 'traits',
        driving: driving.map(markLine),
        fields: traitFields(['drivesDesktop', 'trusted', 'valuesRecorded'], this.inForce(connection)),
      },
    });
    if (ended.kind !== 'accepted') return;
    const traits = traitsIn(ended.content ?? {}, noTraits);
    await this.deps.record({
      event: 'server described',
      server: config.serverId,
      traits: traitsText(traits),
    });
    await this.deps.consents.accept(config.serverId, {
      ...acceptedOf(this.deps, config),
      traits,
      toldTools: driving,
    });
  }

  #untold(connection: Connection): string[] {
    const { toldTools } = acceptedOf(this.deps, connection.config);
    return drivingOf(connection).filter((tool) => !toldTools.includes(tool));
  }
}

/** Only programs reach this desktop: what runs elsewhere, or comes with the app, does not. */
const drivingOf = ({ config, offers }: Connection): string[] =>
  config.kind === 'bundled'
    ? []
    : drivingTools(offers.filter(({ method }) => method === 'tools/call').map(({ name }) => name));
