/**
 * One entry of `servers.json`, the `mcpServers` shape that other hosts use, as a value that is wholly valid or
 * not there: a program to start, an address to connect to, or the file server that comes with the app.
 */
import { z } from 'zod';
import { isObject } from './json.ts';
import { isAllowedAddress } from './url.ts';

const seconds = z
  .number()
  .positive()
  .max(24 * 60 * 60);

/**
 * Which revisions of the protocol are spoken. Older first by default: there are servers that under 2026-07-28 do the
 * deed without asking, and ask under the older ones.
 */
export const protocols = ['older first', 'newer first', 'older only', 'newer only'] as const;
export type Protocol = (typeof protocols)[number];

const common = {
  /** How long a question of this server stays open; below 20 there would be no time to show it. */
  questionLimitSeconds: seconds.min(20).optional(),
  /** Silence after which a call is given up. */
  callSilenceSeconds: seconds.optional(),
  /** How long it may take to start and to tell what it offers; below 1 nothing would start. */
  startLimitSeconds: seconds.min(1).optional(),
  protocol: z.enum(protocols).default('older first'),
};

const text = z
  .string()
  .max(32_768)
  .refine((value) => !value.includes('\0'), 'must not hold a NUL');

const programSchema = z.strictObject({
  type: z.literal('stdio').optional(),
  command: text.min(1),
  args: z.array(text).max(1_000).default([]),
  cwd: text.optional(),
  env: z.record(z.string(), text).default({}),
  ...common,
});

const remoteSchema = z.strictObject({
  type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
  url: text.refine(isAllowedAddress, 'must be https, or http on this computer (127.0.0.1, ::1, localhost)'),
  headers: z.record(z.string(), text).default({}),
  ...common,
});

const bundledSchema = z.strictObject({
  type: z.literal('bundled'),
  server: z.literal('files'),
  directories: z.array(text.min(1)).min(1).max(100),
  ...common,
});

/** It asks every kind of question and does nothing else: there is nothing to give it. */
const formsSchema = z.strictObject({ type: z.literal('bundled'), server: z.literal('forms'), ...common });

const fileSchema = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()) });

export type ServerConfig = { serverId: string; limits: ServerLimits; protocol: Protocol } & (
  | { kind: 'program'; command: string; args: string[]; cwd?: string; env: Record<string, string> }
  | { kind: 'remote'; url: string; headers: Record<string, string> }
  /** The file server works in its directories; the form server has none. */
  | { kind: 'bundled'; server: 'files' | 'forms'; directories: string[] }
);
export type ServerLimits = { questionMs?: number; callSilenceMs?: number; connectMs?: number };

export type ParsedServers = { servers: ServerConfig[]; problems: { serverId: string; message: string }[] };

/** `json` is the parsed file. A wrong entry is a problem of its own and never hides the others. */
export function parseServers(json: unknown): ParsedServers | { error: string } {
  const file = fileSchema.safeParse(json);
  if (!file.success) return { error: `it needs an object "mcpServers" (${firstIssue(file.error)})` };
  const parsed: ParsedServers = { servers: [], problems: [] };
  for (const [serverId, entry] of Object.entries(file.data.mcpServers)) {
    const server = parseServerConfig(serverId, entry);
    if ('error' in server) parsed.problems.push({ serverId, message: server.error });
    else parsed.servers.push(server);
  }
  return parsed;
}

/** The person's own name for the server is its id. */
export function parseServerConfig(serverId: string, entry: unknown): ServerConfig | { error: string } {
  if (serverId.trim() === '' || serverId.length > 100)
    return { error: 'its name must have 1 to 100 characters' };
  const parsed = schemaFor(entry).safeParse(entry);
  if (!parsed.success) return { error: firstIssue(parsed.error) };
  const { questionLimitSeconds, callSilenceSeconds, startLimitSeconds, protocol } = parsed.data;
  const limits: ServerLimits = {
    ...(questionLimitSeconds === undefined ? {} : { questionMs: questionLimitSeconds * 1000 }),
    ...(callSilenceSeconds === undefined ? {} : { callSilenceMs: callSilenceSeconds * 1000 }),
    ...(startLimitSeconds === undefined ? {} : { connectMs: startLimitSeconds * 1000 }),
  };
  const own = { serverId, limits, protocol };
  if ('directories' in parsed.data)
    return { ...own, kind: 'bundled', server: 'files', directories: parsed.data.directories };
  if ('server' in parsed.data) return { ...own, kind: 'bundled', server: 'forms', directories: [] };
  if ('url' in parsed.data)
    return { ...own, kind: 'remote', url: new URL(parsed.data.url).href, headers: parsed.data.headers };
  const { command, args, cwd, env } = parsed.data;
  return { ...own, kind: 'program', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

/** A command wins where both stand there: then it is a program, and the address a mistake that is told. */
function schemaFor(entry: unknown) {
  if (isObject(entry) && entry.type === 'bundled')
    return entry.server === 'forms' ? formsSchema : bundledSchema;
  return isObject(entry) && 'url' in entry && !('command' in entry) ? remoteSchema : programSchema;
}

/** What goes to a server, headers with keys among it, goes encrypted or stays on this machine. */
const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined
    ? 'it cannot be read'
    : `${issue.path.join('.') || 'the entry'}: ${issue.message}`;
};

/**
 * Everything of an entry that decides what runs, or how freely, in one text with a fixed order. A person's
 * acceptance is bound to its digest: any change is asked again.
 */
export function identityOf(config: ServerConfig): string {
  const { serverId, kind, limits, protocol } = config;
  // Left out where it is the default, so that what was accepted before there was a choice stays accepted.
  const spoken = protocol === 'older first' ? [] : [protocol];
  return JSON.stringify([serverId, kind, ...whatRuns(config), limits, ...spoken]);
}

function whatRuns(config: ServerConfig): unknown[] {
  const sorted = (record: Record<string, string>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  switch (config.kind) {
    case 'program':
      return [config.command, config.args, config.cwd ?? null, sorted(config.env)];
    case 'remote':
      return [config.url, sorted(config.headers)];
    case 'bundled':
      return config.server === 'files' ? [config.directories] : [config.server];
    default:
      return config satisfies never;
  }
}
