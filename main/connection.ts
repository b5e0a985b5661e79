/**
 * One MCP server, as a client: it connects, lists what it offers, calls that, and hears questions. No handler for
 * elicitation is registered with the SDK, which would check and strip a form first: in the revisions of 2025 its
 * fallback hands the raw request to `PushedQuestions`, in 2026-07-28 the raw result goes to `Rounds`.
 */

import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool as ToolDefinition,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { AuditEvent } from '../core/audit.ts';
import { type CallResult, resultOf } from '../core/call.ts';
import {
  type ConnectionEvent,
  type ConnectionState,
  endsInARow,
  pauseAfter,
  step,
} from '../core/connection.ts';
import { isObject, messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { type Offer, promptOffer, resourceOffer, toolOffer } from '../core/offer.ts';
import { markLine } from '../core/plainText.ts';
import type { Protocol, ServerConfig } from '../core/serverConfig.ts';
import { isLoopback } from '../core/url.ts';
import type { Clock } from './clock.ts';
import { Elicitations, type ElicitationsDeps } from './elicitations.ts';
import { duringCall } from './httpStreams.ts';
import { Pulse } from './pulse.ts';
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
  clock: Clock;
  open: (config: ServerConfig) => Promise<OpenedTransport>;
  /** Starts it again, as long as it may be started. */
  startAgain: (connection: Connection) => void;
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
  /** Its last failure, also when it runs again (ms since the epoch). */
  lastError: { text: string; at: number } | undefined;
  /** Tools, prompts and resources, in the server's order. */
  offers: Offer[] = [];
  readonly #elicitations: Elicitations;
  readonly #pushed: PushedQuestions;
  readonly #rounds: Rounds;
  #client: Client | undefined;
  #opened: OpenedTransport | undefined;
  #pulse: Pulse | undefined;
  /** The attempt to start it that counts; aborted when it is stopped. */
  #attempt = new AbortController();
  #endsInARow = 0;
  #readyAt = 0;
  #callOffRestart: () => void = () => {};
  /** What it wrote before it was started again. */
  #logBefore: readonly string[] = [];
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

  /** The last lines of its standard error and of what went wrong, those of the run before among them. */
  get log(): readonly string[] {
    return [...this.#logBefore, ...(this.#opened?.log() ?? [])];
  }

  /** Lines on its standard output that were no messages. */
  get noise(): number {
    return this.#opened?.noise?.() ?? 0;
  }

  /** Names of the variables that its program gets. */
  get environment(): readonly string[] {
    return this.#opened?.environment ?? [];
  }

  /** It answers nothing, not even whether it is there. */
  get stuck(): boolean {
    return this.#pulse?.stuck ?? false;
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

  /** Resolves when the server is ready or has failed; the state says which. The person asked for it. */
  async start(): Promise<void> {
    this.#endsInARow = 0;
    this.#elicitations.muted = false;
    this.#logBefore = [];
    await this.#start();
  }

  /** The same after it ended by itself: what was muted stays so. */
  async startAgain(): Promise<void> {
    const log = this.log.slice(-keptOfLog);
    this.#logBefore = log.length === 0 ? [] : [...log, '[started again]'];
    this.#opened = undefined;
    await this.#start();
  }

  async #start(): Promise<void> {
    this.#callOffRestart();
    this.#attempt = new AbortController();
    this.#step({ type: 'start' });
    try {
      const client = await this.#connect(negotiations[this.config.protocol], this.#attempt.signal);
      this.#step({ type: 'doing', doing: 'listing' });
      await this.#listOffers(client);
      await this.#nowReady(client);
    } catch (error) {
      const why = this.#whyNotStarted(error);
      if (this.state.state === 'starting') this.#failed(why, this.#endsInARow > 0);
      await this.#close(why);
    }
  }

  async stop(why: string): Promise<void> {
    if (this.state.state === 'stopped') return;
    this.#callOffRestart();
    this.#attempt.abort(new Error('It was stopped while it was starting.'));
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
  async #connect([mode, ...others]: readonly Negotiation[], attempt: AbortSignal): Promise<Client> {
    if (mode === undefined) throw new Error('There is no revision of the protocol left to try');
    const opened = await this.deps.open(this.config);
    if (attempt.aborted) await opened.close();
    attempt.throwIfAborted();
    const client = this.#makeClient(mode);
    this.#opened = opened;
    this.#client = client;
    const transport = tap(opened.transport, async (message) => {
      await this.#pushed.noteSent(message);
      await this.#rounds.noteSent(message);
    });
    try {
      await client.connect(transport, { timeout: this.#connectMs });
      client.onclose = () => void this.#lost(client);
      this.#watch(client, transport);
      return client;
    } catch (error) {
      if (attempt.aborted || others.length === 0 || !(mode.orAnything || speaksAnother(error))) throw error;
      this.#client = undefined;
      await client.close().catch((closing: unknown) => opened.note(`closing: ${messageOf(closing)}`));
      await opened.close();
      return this.#connect(others, attempt);
    }
  }

  get #connectMs(): number {
    return this.config.limits.connectMs ?? limits.connectMs;
  }

  #watch(client: Client, transport: Transport): void {
    const pulse = new Pulse({
      clock: this.deps.clock,
      isBusy: () => this.deps.calls.atWork.some(({ serverId }) => serverId === this.config.serverId),
      ask: () => {
        const options = { timeout: limits.pulseAnswerMs };
        return client.getNegotiatedProtocolVersion() === newestRevision
          ? client.discover(options)
          : client.ping(options);
      },
      changed: this.deps.changed,
    });
    this.#pulse = pulse;
    const hear = transport.onmessage;
    transport.onmessage = (message, extra) => {
      pulse.heard();
      hear?.call(transport, message, extra);
    };
  }

  #makeClient({ mode }: Negotiation): Client {
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
    const options = { timeout: this.#connectMs };
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
        timeout: this.#connectMs,
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
    this.#readyAt = this.deps.clock.now().monotonic;
    this.deps.offersChanged(this);
  }

  /** The server died, or its pipe broke. Nothing can be sent any more. */
  async #lost(client: Client): Promise<void> {
    if (this.#client !== client) return;
    const why = this.#opened?.problem?.() ?? 'The server stopped. What it wrote last is in its log.';
    // Before it is ready, whoever starts it hears of it.
    if (this.state.state === 'ready') {
      this.#endsInARow = endsInARow(this.#endsInARow, this.deps.clock.now().monotonic - this.#readyAt);
      this.#failed(why, true);
    }
    await this.#close(why);
  }

  /** Where it ran before, it is started again after a pause, as long as it does not keep ending. */
  #failed(message: string, again: boolean): void {
    const { wall } = this.deps.clock.now();
    this.lastError = { text: message, at: wall };
    if (this.state.state === 'starting' && again) this.#endsInARow += 1;
    const pauseMs = again ? pauseAfter(this.#endsInARow) : undefined;
    if (pauseMs === undefined)
      return this.#step({
        type: 'fail',
        message: again
          ? `It ended ${this.#endsInARow} times in a row and is not started again. ${message}`
          : message,
      });
    this.#step({ type: 'pause', message, startsAgainAt: wall + pauseMs });
    this.#callOffRestart = this.deps.clock.after(pauseMs, () => this.deps.startAgain(this));
  }

  #whyNotStarted(error: unknown): string {
    const known = this.#opened?.problem?.();
    if (known !== undefined) return known;
    const late = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
    return late
      ? `It did not answer within ${this.#connectMs / 1000} s. It may still be fetching what it needs: look at its log and start it again, or give it more time (startLimitSeconds in servers.json).`
      : messageOf(error);
  }

  /** Everything that waits for this server ends here, whatever the reason. */
  async #close(why: string): Promise<void> {
    const { serverId } = this.config;
    const [client, opened] = [this.#client, this.#opened];
    if (client === undefined) return;
    this.#client = undefined;
    this.#pulse?.stop();
    this.#pulse = undefined;
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

/** Lines of a run before that are kept when it is started again. */
const keptOfLog = 100;

const newestRevision = '2026-07-28';

/** One way of agreeing on a revision. `orAnything`: whatever goes wrong, the next is tried. */
type Negotiation = { mode: VersionNegotiationMode; orAnything?: true };
const newest: VersionNegotiationMode = { pin: newestRevision };
/**
 * What is tried, in this order, each with a program started anew: there are servers that end when they are spoken to in a
 * revision that they do not know.
 */
const negotiations: Record<Protocol, readonly Negotiation[]> = {
  'older first': [{ mode: 'legacy' }, { mode: newest }],
  'newer first': [{ mode: newest, orAnything: true }, { mode: 'legacy' }],
  'older only': [{ mode: 'legacy' }],
  'newer only': [{ mode: newest }],
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
