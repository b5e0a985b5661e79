/**
 * Roots: the folders that a server is told of. Asked in the question window when a server first wants them, and whenever
 * the person changes them. They are a request to the server and no wall, so nothing here protects anything.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Problem } from '../contract/view.ts';
import type { Content } from '../core/answer.ts';
import type { AuditEvent } from '../core/audit.ts';
import type { Field } from '../core/field.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import type { Ending } from '../core/question.ts';
import { acceptedOf } from './acceptedServer.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { Connection } from './connection.ts';
import type { Consents } from './consents.ts';
import type { Questions } from './questions.ts';

export type SharedFoldersDeps = {
  questions: Questions;
  consents: Consents;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  /** Why a folder may not be shared, in words that follow “it”. */
  whyNotShared: (folder: string) => string | undefined;
  tell: (text: string, serverId: string) => void;
  changed: () => void;
};

/** As the protocol has it. */
export type Root = { uri: string; name: string };

export class SharedFolders {
  readonly #asking = new Map<Connection, Promise<readonly string[]>>();
  /** Said no while it runs: it is told that there are none, and nobody is asked again. */
  readonly #none = new WeakSet<Connection>();

  readonly #told = new WeakMap<Connection, { told: string; recorded: Promise<void> }>();

  constructor(private readonly deps: SharedFoldersDeps) {}

  /** What is shared with it; null where that was not decided. The bundled server's own folders were decided with it. */
  of({ config }: Connection): readonly string[] | null {
    const { roots } = acceptedOf(this.deps, config);
    return roots ?? (config.kind === 'bundled' ? config.directories : null);
  }

  /**
   * The server wants them, maybe for one of these calls. Rejects when the person did not decide, or when it cannot be
   * recorded: then the server is told neither that there are some nor that there are none.
   */
  async tell(connection: Connection, callIds: readonly string[]): Promise<Root[]> {
    const known = this.#none.has(connection) ? [] : this.of(connection);
    const folders = known ?? (await this.#askOnce(connection, callIds, true));
    await this.#recordTold(connection, folders);
    return folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) }));
  }

  /** Once for each time that they are others, however often it asks. */
  #recordTold(connection: Connection, folders: readonly string[]): Promise<void> {
    const told = JSON.stringify(folders);
    const known = this.#told.get(connection);
    if (known?.told === told) return known.recorded;
    const server = connection.config.serverId;
    const recorded = this.deps.record({ event: 'folders told', server, count: folders.length });
    this.#told.set(connection, { told, recorded });
    recorded.catch(() => this.#told.delete(connection));
    return recorded;
  }

  /** The person wants to change them. Never rejects; the server is told that they are others. */
  async change(connection: Connection): Promise<void> {
    const before = this.of(connection);
    try {
      await this.#askOnce(connection, [], false);
    } catch (error) {
      if (!(error instanceof NotDecided))
        this.deps.tell(`Your folders stay as they were: ${messageOf(error)}`, connection.config.serverId);
    }
    this.deps.changed();
    if (before !== this.of(connection)) await connection.rootsChanged();
  }

  #askOnce(connection: Connection, callIds: readonly string[], wanted: boolean): Promise<readonly string[]> {
    const asking = this.#asking.get(connection) ?? this.#ask(connection, callIds, wanted);
    this.#asking.set(connection, asking);
    return asking.finally(() => this.#asking.delete(connection));
  }

  async #ask(
    connection: Connection,
    callIds: readonly string[],
    wanted: boolean,
  ): Promise<readonly string[]> {
    const { config, shown } = connection;
    const ended = await askOnRecord(this.deps, {
      ...{ serverId: config.serverId, server: shown, callIds, tools: [], again: false },
      limitMs: limits.permissionMs,
      body: {
        kind: 'roots',
        wanted,
        elsewhere: config.kind === 'remote',
        fields: [foldersField(this.of(connection) ?? [])],
      },
      problemsIn: (content) => this.#problemsIn(content),
    });
    if (wanted && ended.kind === 'declined') this.#none.add(connection);
    if (ended.kind === 'declined') return [];
    if (ended.kind !== 'accepted') throw new NotDecided(ended);
    const roots = foldersIn(ended.content ?? {});
    await this.deps.record({ event: 'folders shared', server: config.serverId, folders: roots });
    await this.deps.consents.accept(config.serverId, { ...acceptedOf(this.deps, config), roots });
    this.#none.delete(connection);
    return roots;
  }

  #problemsIn(content: Content): Problem[] {
    const problems = foldersIn(content).flatMap((folder) => {
      const why = this.deps.whyNotShared(folder);
      return why === undefined ? [] : [`“${markLine(folder)}” ${why}`];
    });
    return problems.length === 0 ? [] : [{ field: field.id, message: problems.join('; ') }];
  }
}

/** It was closed, expired or withdrawn. */
class NotDecided extends Error {
  constructor(ending: Ending) {
    super(`the person has not said which folders are shared (${ending.kind})`);
  }
}

const field = {
  ...{ id: 'f0', name: 'folders', title: 'Folders', required: false },
  description: 'Whole paths, as /home/me/notes. None: it is told that there are none.',
  control: { kind: 'texts', item: { kind: 'text', minLength: 1 }, uniqueItems: true, maxItems: 100 },
} as const satisfies Field;

const foldersField = (folders: readonly string[]): Field => ({
  ...field,
  suggestion: { kind: 'used', value: folders, own: true },
});

/** Left out when there is none. */
const foldersIn = ({ folders }: Content): string[] => (Array.isArray(folders) ? folders.map(String) : []);
