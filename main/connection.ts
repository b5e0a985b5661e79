/**
 * One MCP server, as a client: it connects, lists what it offers, calls that, and hears questions. No handler for
 * elicitation is registered with the SDK, which would check and strip a form first: in the revisions of 2025 its
 * fallback hands the raw request to `PushedQuestions`, in 2026-07-28 the raw result goes to `Rounds`.
 */

import {
  Client,
  ProtocolError,
  SdkHttpError,
  type Tool as ToolDefinition,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { AuditEvent } from '../core/audit.ts';
import { type CallResult, resultOf } from '../core/call.ts';
import { type ConnectionEvent, type ConnectionState, step } from '../core/connection.ts';
import { isObject, messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { type Offer, promptOffer, resourceOffer, toolOffer } from '../core/offer.ts';
import { markLine } from '../core/plainText.ts';
import type { Protocol, ServerConfig } from '../core/serverConfig.ts';
import { isLoopback } from '../core/url.ts';
import { Elicitations, type ElicitationsDeps } from './elicitations.ts';
import { duringCall } from './httpStreams.ts';
import { PushedQuestions, tap } from './pushedQuestions.ts';
import type { Question } from './questions.ts';
import { Rounds } from './rounds.ts';
import type { ToolCall } from './toolCalls.ts';
import { outputRemark } from './toolOutput.ts';
import type { OpenedTransport } from './transport.ts';

export type ConnectionDeps = Pick<
  ElicitationsDeps,
  'questions' | 'calls' | 'matches' | 'record' | 'seal' | 'tell' | 'openExternal'
> & {
  open: (config: ServerConfig) => Promise<OpenedTransport>;
  /** The command line, the address or the folders, made safe to show. */
  address: string;
  changed: () => void;
  /** Its tools are known, or others than before. */
  offersChanged: (connection: Connection) => void;
  /** The folders that are shared with it; rejects where the person did not say. */
  rootsOf: (connection: Connection, callIds: readonly string[]) => Promise<readonly object[]>;
  /** Whether arguments and answers go on the record with their values. */
  valuesRecorded: (serverId: string) => boolean;
  version: string;
};

export class Connection {
  state: ConnectionState = { state: 'stopped' };
  /** Tools, prompts and resources, in the server's order. */
  offers: Offer[] = [];
  readonly #elicitations: Elicitations;
  readonly #pushed: PushedQuestions;
  readonly #rounds: Rounds;
  #client: Client | undefined;
  #opened: OpenedTransport | undefined;
  #known: Promise<void> = Promise.resolve();
  #readingAgain = false;
  /** As the server listed them, for what the SDK reads of them. */
  #definitions = new Map<string, ToolDefinition>();

  constructor(
    readonly config: ServerConfig,
    private readonly deps: ConnectionDeps,
  ) {
    const { serverId } = config;
    this.#elicitations = new Elicitations({
      ...deps,
      serverId,
      valuesRecorded: () => deps.valuesRecorded(serverId),
      server: () => ({
        server: this.shown,
        limitMs: config.limits.questionMs ?? limits.questionMs,
      }),
      asker: isElsewhere(config) ? 'remote' : 'local',
    });
    const shared = { elicitations: this.#elicitations, calls: deps.calls };
    this.#pushed = new PushedQuestions({
      ...shared,
      serverId,
      isConnected: () => this.#client?.transport !== undefined,
      callAsking: (id) => this.#opened?.callAsking?.(id),
    });
    this.#rounds = new Rounds({ ...shared, roots: (callIds) => this.#roots(callIds) });
  }

  /** How it is shown wherever it asks, or something is asked about it. */
  get shown(): { name: string; address: string; claim?: string } {
    return { name: markLine(this.config.serverId), address: this.deps.address, ...this.#claim() };
  }

  get log(): readonly string[] {
    return this.#opened?.log() ?? [];
  }

  get muted(): boolean {
    return this.#elicitations.muted;
  }

  mute(muted: boolean): void {
    this.#elicitations.muted = muted;
    this.deps.changed();
  }

  /** Resolves when every reply to a question has left. */
  replied(): Promise<void> {
    return this.#pushed.replied();
  }

  /** Resolves when `offers` is what the server offers, as far as it has told. */
  async known(): Promise<void> {
    for (let waited: Promise<void> | undefined; waited !== this.#known; ) {
      waited = this.#known;
      await waited;
    }
  }

  /** The folders that are shared with it are others now. In 2026-07-28 it asks whenever it needs them. */
  async rootsChanged(): Promise<void> {
    if (this.state.state !== 'ready' || this.state.protocolVersion === newestRevision) return;
    await this.#client
      ?.sendRootsListChanged()
      .catch((error: unknown) => this.#opened?.note(`folders: ${messageOf(error)}`));
  }

  /** Where permission to start it stands, before there is anything to connect to. */
  waitForPermission(): void {
    this.#step({ type: 'ask' });
  }

  refusePermission(message: string): void {
    this.#step({ type: 'fail', message });
  }

  /** Resolves when the server is ready or has failed; the state says which. */
  async start(): Promise<void> {
    this.#elicitations.muted = false;
    this.#step({ type: 'start' });
    try {
      const client = await this.#connect(negotiations[this.config.protocol]);
      await this.#listOffers(client);
      await this.#nowReady(client);
    } catch (error) {
      const message = whyNotStarted(error, this.config);
      if (this.state.state === 'starting') this.#step({ type: 'fail', message });
      await this.#close(message);
    }
  }

  async stop(why: string): Promise<void> {
    if (this.state.state === 'stopped') return;
    this.#step({ type: 'stop' });
    await this.#close(why);
  }

  /** Rejects with the server's error. The call's own clock runs in `ToolCalls`, so the SDK's is set out of reach. */
  async call(call: ToolCall, signal: AbortSignal, onProgress: () => void): Promise<CallResult> {
    const client = this.#client;
    if (client === undefined || this.state.state !== 'ready') throw new Error('The server is not running');
    const { method, name } = call.request;
    const options = { signal, onprogress: onProgress, timeout: outOfReach, allowInputRequired: true };
    const send = (params: Record<string, unknown>): Promise<unknown> => {
      // The parameters are written by `Rounds`; the SDK's types know no answers in them.
      switch (method) {
        case 'tools/call':
          return client.callTool(params as never, { ...options, toolDefinition: this.#withoutOutput(name) });
        case 'prompts/get':
          return client.getPrompt(params as never, options);
        case 'resources/read':
          return client.readResource(params as never, { ...options, cacheMode: 'bypass' });
        default:
          return method satisfies never;
      }
    };
    const result = await duringCall(call.callId, () => this.#rounds.drive(call, call.request, send));
    return this.#checked(name, resultOf(method, result));
  }

  /**
   * The SDK would check a round's questions against the schema of the result, and throw a result away that does not
   * fit it; so it gets a definition without one, which also keeps it from sending anything twice.
   */
  #withoutOutput(name: string): ToolDefinition {
    const { outputSchema: _, ...definition } = this.#definitions.get(name) ?? bareDefinition(name);
    return definition;
  }

  #checked(name: string, result: CallResult): CallResult {
    const remark = outputRemark(this.#definitions.get(name)?.outputSchema, result);
    return remark === undefined ? result : { ...result, remark };
  }

  /** Tries one way of agreeing on a revision after the other, as long as the server says that it speaks another. */
  async #connect([mode, ...others]: readonly VersionNegotiationMode[]): Promise<Client> {
    if (mode === undefined) throw new Error('There is no revision of the protocol left to try');
    const opened = await this.deps.open(this.config);
    const client = this.#makeClient(mode);
    this.#opened = opened;
    this.#client = client;
    const transport = tap(opened.transport, async (message) => {
      await this.#pushed.noteSent(message);
      await this.#rounds.noteSent(message);
    });
    try {
      await client.connect(transport, { timeout: limits.connectMs });
      client.onclose = () => void this.#lost(client);
      return client;
    } catch (error) {
      if (others.length === 0 || !speaksAnother(error)) throw error;
      this.#client = undefined;
      await client.close().catch((closing: unknown) => opened.note(`closing: ${messageOf(closing)}`));
      await opened.close();
      return this.#connect(others);
    }
  }

  #makeClient(mode: VersionNegotiationMode): Client {
    const client = new Client(
      { name: 'countersign', version: this.deps.version },
      {
        capabilities: { elicitation: { form: {}, url: {} }, roots: { listChanged: true } },
        versionNegotiation: { mode, probe: { timeoutMs: limits.probeMs } },
        // No schema of a server reaches a code generator; this one interprets.
        jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
        inputRequired: { autoFulfill: false },
        // Read anew by us, at once: until then nobody knows what a tool is.
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => this.#toolsChanged() } },
      },
    );
    client.fallbackRequestHandler = (request, { mcpReq }) =>
      request.method === 'roots/list'
        ? this.#tellRoots(mcpReq.signal)
        : this.#pushed.heard(request.method, mcpReq.id, request.params, mcpReq.signal);
    client.fallbackNotificationHandler = async ({ method, params }) => {
      if (method === 'notifications/elicitation/complete' && isObject(params))
        this.deps.calls.pageDone(this.config.serverId, String(params.elicitationId));
    };
    client.onerror = (error) => this.#opened?.note(`protocol: ${error.message}`);
    return client;
  }

  async #tellRoots(signal: AbortSignal): Promise<{ roots: readonly object[] }> {
    const roots = await this.#roots(this.deps.calls.openOf(this.config.serverId).map((call) => call.callId));
    // It asks anew then, and is told at once.
    if (signal.aborted) await this.rootsChanged();
    return { roots };
  }

  async #roots(callIds: readonly string[]): Promise<readonly object[]> {
    if (this.muted) throw new Error('the person asked that this server ask no more');
    return this.deps.rootsOf(this, callIds);
  }

  async #listOffers(client: Client): Promise<void> {
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    const options = { timeout: limits.connectMs };
    this.#takeTools(tools === undefined ? [] : (await client.listTools(undefined, options)).tools);
    if (prompts !== undefined)
      this.offers.push(...(await client.listPrompts(undefined, options)).prompts.map(promptOffer));
    if (resources !== undefined)
      this.offers.push(...(await client.listResources(undefined, options)).resources.map(resourceOffer));
  }

  #takeTools(tools: readonly ToolDefinition[]): void {
    this.#definitions = new Map(tools.map((tool) => [tool.name, tool]));
    this.offers = [...tools.map(toolOffer), ...this.offers.filter(({ method }) => method !== 'tools/call')];
  }

  /** Its tools are others now: whoever is about to call one waits until they are known. One reading at a time. */
  #toolsChanged(): void {
    const client = this.#client;
    if (client === undefined || this.#readingAgain) return;
    this.#readingAgain = true;
    this.#known = this.#known.then(() => {
      this.#readingAgain = false;
      return this.#readTools(client);
    });
  }

  async #readTools(client: Client): Promise<void> {
    try {
      const { tools } = await client.listTools(undefined, {
        timeout: limits.connectMs,
        cacheMode: 'refresh',
      });
      this.#takeTools(tools);
    } catch (error) {
      // What cannot be known any more is not offered any more.
      this.#takeTools([]);
      this.deps.tell(
        `“${markLine(this.config.serverId)}” changed its tools, but they could not be read: ${messageOf(error)}`,
      );
    }
    this.deps.offersChanged(this);
    this.deps.changed();
  }

  async #nowReady(client: Client): Promise<void> {
    const { name = 'nothing', version = '' } = client.getServerVersion() ?? {};
    const protocolVersion = client.getNegotiatedProtocolVersion() ?? 'unknown';
    await this.#note({
      event: 'server ready',
      server: this.config.serverId,
      protocol: protocolVersion,
      claim: name,
    });
    this.#step({ type: 'ready', protocolVersion, claim: { name, version } });
    this.deps.offersChanged(this);
  }

  /** The server died, or its pipe broke. Nothing can be sent any more. */
  async #lost(client: Client): Promise<void> {
    if (this.#client !== client) return;
    this.#step({ type: 'fail', message: 'The server stopped. What it wrote last is in its log.' });
    await this.#close('connection lost');
  }

  /** Everything that waits for this server ends here, whatever the reason. */
  async #close(why: string): Promise<void> {
    const { serverId } = this.config;
    const [client, opened] = [this.#client, this.#opened];
    if (client === undefined) return;
    this.#client = undefined;
    this.offers = [];
    this.deps.questions.withdraw('connection', (q) => q.serverId === serverId && isOfRunning(q));
    this.deps.calls.cancelAll(`The server ended: ${why}`, serverId);
    this.deps.changed();
    await this.#note({ event: 'server ended', server: serverId, why });
    await client?.close().catch((error: unknown) => opened?.note(`closing: ${messageOf(error)}`));
    await opened?.close();
  }

  #claim(): { claim?: string } {
    return this.state.state === 'ready'
      ? { claim: markLine(`${this.state.claim.name} ${this.state.claim.version}`.trim()) }
      : {};
  }

  async #note(event: AuditEvent): Promise<void> {
    await this.deps
      .record(event)
      .catch((error: unknown) => this.deps.tell(`Something could not be recorded: ${messageOf(error)}`));
  }

  #step(event: ConnectionEvent): void {
    this.state = step(this.state, event);
    this.deps.changed();
  }
}

/** The longest time-out that a timer can hold (ms). */
const outOfReach = 2_147_483_647;

function whyNotStarted(error: unknown, config: ServerConfig): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' && config.kind === 'program')
    return `“${markLine(config.command)}” was not found. Check the command of this server in servers.json, or give its whole path.`;
  return messageOf(error);
}

/** What is tried, in this order. "auto" asks for the newer one first and falls back by itself. */
const newestRevision = '2026-07-28';
const newest: VersionNegotiationMode = { pin: newestRevision };
const negotiations: Record<Protocol, readonly VersionNegotiationMode[]> = {
  'older first': ['legacy', newest],
  'newer first': ['auto'],
  'older only': ['legacy'],
  'newer only': [newest],
};

/** The server's own word against the handshake, not a crash or silence. */
const speaksAnother = (error: unknown): boolean =>
  error instanceof ProtocolError || (error instanceof SdkHttpError && (error.status ?? 500) < 500);

/** A remote server may be one on this machine. */
const isElsewhere = (config: ServerConfig): boolean =>
  config.kind === 'remote' && !isLoopback(new URL(config.url).hostname);

/** By its calls, or about what it runs with; not the permission to start it, nor what a file is asked about. */
const isOfRunning = ({ callIds, body }: Question): boolean =>
  callIds.length > 0 || body.kind === 'roots' || body.kind === 'traits';

const bareDefinition = (name: string): ToolDefinition => ({ name, inputSchema: { type: 'object' } });
