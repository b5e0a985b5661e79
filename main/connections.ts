/**
 * Every connection, by the name that the person gave its server. What `servers.json` says is started only as the
 * person accepted it: an entry that is new, or says something else than before, is asked in the question window.
 */
import type { AddressView } from '../contract/view.ts';
import type { Content } from '../core/answer.ts';
import type { AuditEvent } from '../core/audit.ts';
import { type Difference, differenceOf, factsOf } from '../core/entryFacts.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import type { Body } from '../core/questionView.ts';
import { parseServers, type ServerConfig } from '../core/serverConfig.ts';
import { drivingTools, noTraits, traitFields, traitsIn } from '../core/serverTraits.ts';
import { readUrl } from '../core/url.ts';
import { acceptedOf } from './acceptedServer.ts';
import { askOnRecord } from './askOnRecord.ts';
import { Connection, type ConnectionDeps } from './connection.ts';
import type { Consents } from './consents.ts';
import { identityDigest } from './entryIdentity.ts';
import { readJson } from './jsonFile.ts';
import type { Questions } from './questions.ts';

export type ConnectionsDeps = Omit<ConnectionDeps, 'address' | 'tell' | 'startAgain'> & {
  questions: Questions;
  consents: Consents;
  record: (event: AuditEvent) => Promise<void>;
  tell: (notice: { text: string; tone: 'info' | 'warning'; serverId?: string }) => void;
  /** The sample folder belongs to the app; sharing it with the bundled server needs no permission. */
  isOwnSample: (config: ServerConfig) => boolean;
  /** Folders that the app keeps for itself. */
  isOwnFolder: (folder: string) => boolean;
};

export class Connections {
  readonly #connections = new Map<string, Connection>();

  constructor(private readonly deps: ConnectionsDeps) {}

  get all(): Connection[] {
    return [...this.#connections.values()];
  }

  find(serverId: string): Connection | undefined {
    return this.#connections.get(serverId);
  }

  /** Reads the file and starts what may be started. Wrong entries are told; they never hide the others. */
  async load(file: string): Promise<void> {
    const read = await readJson(file);
    if (read.kind === 'absent') return;
    const parsed = read.kind === 'broken' ? { error: read.message } : parseServers(read.json);
    if ('error' in parsed)
      return this.deps.tell({
        tone: 'warning',
        text: `${file} cannot be read: ${parsed.error}. No server was started; correct the file and start Countersign again.`,
      });
    for (const { serverId, message } of parsed.problems)
      this.deps.tell({
        tone: 'warning',
        text: `The entry “${markLine(serverId)}” in ${file} was left out: ${message}.`,
      });
    for (const config of parsed.servers) this.#connections.set(config.serverId, this.#make(config));
    this.deps.changed();
    await Promise.all(this.all.map((connection) => this.start(connection)));
  }

  /** Asks first where that is needed. Resolves when the server is ready, has failed, or may not be started. */
  async start(connection: Connection): Promise<void> {
    const { state } = connection.state;
    if (state === 'ready' || state === 'starting' || state === 'asking') return;
    if (await this.#mayStart(connection)) await connection.start();
  }

  /** By itself, after it ended by itself: what was taken back meanwhile is not asked about, and not started. */
  async #startAgain(connection: Connection): Promise<void> {
    if (connection.state.state !== 'pausing') return;
    if (this.#isAccepted(connection.config)) await connection.startAgain();
    else await connection.stop('its permission was taken back');
  }

  #isAccepted(config: ServerConfig): boolean {
    return (
      this.deps.isOwnSample(config) ||
      this.deps.consents.server(config.serverId, identityDigest(config)) !== undefined
    );
  }

  /** Resolves when every reply to a question has left, on every connection. */
  async replied(): Promise<void> {
    await Promise.all(this.all.map((connection) => connection.replied()));
  }

  async stopAll(why: string): Promise<void> {
    await Promise.all(this.all.map((connection) => connection.stop(why)));
  }

  async #mayStart(connection: Connection): Promise<boolean> {
    const { config } = connection;
    const own = config.kind === 'bundled' ? config.directories.find(this.deps.isOwnFolder) : undefined;
    if (own !== undefined) {
      connection.waitForPermission();
      connection.refusePermission(
        `It may not work in ${markLine(own)}: Countersign itself keeps things there. Take the folder out of servers.json.`,
      );
      return false;
    }
    if (this.#isAccepted(config)) return true;
    connection.waitForPermission();
    const content = await this.#ask(config);
    if (content === undefined) {
      connection.refusePermission('You did not allow it to start. Press Start to be asked again.');
      return false;
    }
    await this.deps.consents.accept(config.serverId, {
      ...acceptedOf(this.deps, config),
      traits: traitsIn(content, noTraits),
    });
    return true;
  }

  /** What the person said of it, where it may start. Written down before it counts, like every answer. */
  async #ask(config: ServerConfig): Promise<Content | undefined> {
    const address = addressOf(config);
    const before = this.deps.consents.lastServer(config.serverId);
    const changed = before && differenceOf(before.facts, factsOf(config, this.deps.seal));
    try {
      const ended = await askOnRecord(this.deps, {
        serverId: config.serverId,
        server: { name: markLine(config.serverId), address },
        callIds: [],
        tools: [],
        again: false,
        body: permissionBody(config, changed && marked(changed)),
        limitMs: limits.permissionMs,
      });
      const allowed = ended.kind === 'accepted';
      const event = allowed ? 'server accepted' : 'server not accepted';
      await this.deps.record({ event, server: config.serverId, address });
      return ended.kind === 'accepted' ? (ended.content ?? {}) : undefined;
    } catch (error) {
      this.deps.tell({
        tone: 'warning',
        text: `Not recorded, so not allowed: ${(error as Error).message}`,
        serverId: config.serverId,
      });
      return undefined;
    }
  }

  #make(config: ServerConfig): Connection {
    return new Connection(config, {
      ...this.deps,
      address: addressOf(config),
      startAgain: (connection) => void this.#startAgain(connection),
      tell: (text) => this.deps.tell({ text, tone: 'warning', serverId: config.serverId }),
    });
  }
}

const marked = ({ gone, added }: Difference): Difference => ({
  gone: gone.map(markLine),
  added: added.map(markLine),
});

export function addressOf(config: ServerConfig): string {
  switch (config.kind) {
    case 'program':
      return [config.command, ...config.args].map(markLine).join(' ');
    case 'remote':
      return markLine(config.url);
    case 'bundled':
      return config.server === 'files'
        ? config.directories.map(markLine).join(', ')
        : 'the form server that comes with Countersign';
    default:
      return config satisfies never;
  }
}

function permissionBody(config: ServerConfig, changed: Difference | undefined): Body {
  const difference = changed === undefined ? {} : { changed };
  const fields = traitFields(['drivesDesktop', 'trusted'], {
    ...noTraits,
    drivesDesktop: config.kind === 'program' && drivingTools([config.command, ...config.args]).length > 0,
  });
  switch (config.kind) {
    case 'bundled':
      return { kind: 'folders', folders: config.directories.map(markLine), ...difference };
    case 'remote':
      return {
        kind: 'remote',
        address: addressView(config.url),
        headers: namesOf(config.headers),
        fields,
        ...difference,
      };
    case 'program':
      return {
        kind: 'program',
        command: markLine(config.command),
        args: config.args.map(markLine),
        environment: namesOf(config.env),
        fields,
        ...difference,
        ...(config.cwd === undefined ? {} : { cwd: markLine(config.cwd) }),
      };
    default:
      return config satisfies never;
  }
}

const namesOf = (record: Record<string, string>): string[] => Object.keys(record).map(markLine);

/** The address was valid when the entry was read. */
function addressView(url: string): AddressView {
  const read = readUrl(url, 'local');
  if (!read.ok) throw new Error(`${url}: ${read.detail}`);
  return read.address;
}
