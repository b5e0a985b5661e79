/**
 * One MCP server, as a client: it connects, lists tools, calls them, and hears questions. No handler for
 * elicitation is registered with the SDK, which would check and strip a form first; its fallback hands the raw
 * request to `Elicitations`, where a question's life goes on.
 */

import { Client } from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { AuditEvent } from '../core/audit.ts';
import type { CallResult } from '../core/call.ts';
import { type ConnectionEvent, type ConnectionState, step } from '../core/connection.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import type { ServerConfig } from '../core/serverConfig.ts';
import { Elicitations, type ElicitationsDeps } from './elicitations.ts';
import type { ToolCall } from './toolCalls.ts';
import type { OpenedTransport } from './transport.ts';

export type Tool = { name: string; title?: string; description?: string; inputSchema: unknown };

export type ConnectionDeps = Pick<ElicitationsDeps, 'questions' | 'calls' | 'matches' | 'record' | 'tell'> & {
  open: (config: ServerConfig) => Promise<OpenedTransport>;
  /** The command line or the folders, made safe to show. */
  address: string;
  changed: () => void;
  version: string;
};

export class Connection {
  state: ConnectionState = { state: 'stopped' };
  tools: Tool[] = [];
  readonly #elicitations: Elicitations;
  #client: Client | undefined;
  #opened: OpenedTransport | undefined;

  constructor(
    readonly config: ServerConfig,
    private readonly deps: ConnectionDeps,
  ) {
    this.#elicitations = new Elicitations({
      ...deps,
      serverId: config.serverId,
      server: () => ({
        server: { name: markLine(config.serverId), address: deps.address, ...this.#claim() },
        limitMs: config.limits.questionMs ?? limits.questionMs,
      }),
      isConnected: () => this.#client?.transport !== undefined,
    });
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
    return this.#elicitations.replied();
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
      this.#opened = await this.deps.open(this.config);
      this.#client = this.#makeClient();
      await this.#client.connect(this.#elicitations.tap(this.#opened.transport), {
        timeout: limits.connectMs,
      });
      await this.#listTools(this.#client);
      await this.#nowReady(this.#client);
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
    if (this.#client === undefined || this.state.state !== 'ready')
      throw new Error('The server is not running');
    const result = await this.#client.callTool(
      { name: call.tool, arguments: call.arguments },
      { signal, onprogress: onProgress, timeout: outOfReach },
    );
    const structured = result.structuredContent;
    return {
      isError: result.isError === true,
      content: result.content,
      ...(structured === undefined ? {} : { structured }),
    };
  }

  #makeClient(): Client {
    const client = new Client(
      { name: 'countersign', version: this.deps.version },
      {
        capabilities: { elicitation: { form: {} } },
        // No schema of a server reaches a code generator; this one interprets.
        jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { onChanged: (error, tools) => this.#toolsChanged(error, tools) } },
      },
    );
    client.fallbackRequestHandler = (request, { mcpReq }) =>
      this.#elicitations.heard(request.method, mcpReq.id, request.params, mcpReq.signal);
    client.onclose = () => void this.#lost(client);
    client.onerror = (error) => this.#opened?.note(`protocol: ${error.message}`);
    return client;
  }

  async #listTools(client: Client): Promise<void> {
    if (client.getServerCapabilities()?.tools === undefined) return;
    const { tools } = await client.listTools(undefined, { timeout: limits.connectMs });
    this.tools = tools.map(toTool);
  }

  #toolsChanged(error: Error | null, tools: readonly ListedTool[] | null): void {
    if (error !== null || tools === null)
      return this.deps.tell(
        `“${markLine(this.config.serverId)}” changed its tools, but they could not be read.`,
      );
    this.tools = tools.map(toTool);
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
    this.tools = [];
    this.deps.questions.withdraw('connection', (q) => q.serverId === serverId && q.callIds.length > 0);
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

type ListedTool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: unknown;
};

const toTool = (tool: ListedTool): Tool => ({
  name: tool.name,
  inputSchema: tool.inputSchema,
  ...(tool.title === undefined ? {} : { title: tool.title }),
  ...(tool.description === undefined ? {} : { description: tool.description }),
});
