/**
 * One entry of `servers.json`, the `mcpServers` shape that other hosts use, as a value that is wholly valid or
 * not there: a program to start, or the file server that comes with the app.
 */
import { z } from 'zod';

const seconds = z
  .number()
  .positive()
  .max(24 * 60 * 60);

const common = {
  /** How long a question of this server stays open; below 20 there would be no time to show it. */
  questionLimitSeconds: seconds.min(20).optional(),
  /** Silence after which a call is given up. */
  callSilenceSeconds: seconds.optional(),
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

const bundledSchema = z.strictObject({
  type: z.literal('bundled'),
  server: z.literal('files'),
  directories: z.array(text.min(1)).min(1).max(100),
  ...common,
});

const fileSchema = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()) });

export type ServerConfig = { serverId: string; limits: ServerLimits } & (
  | { kind: 'program'; command: string; args: string[]; cwd?: string; env: Record<string, string> }
  | { kind: 'bundled'; directories: string[] }
);
export type ServerLimits = { questionMs?: number; callSilenceMs?: number };

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
  if (hasKey(entry, 'url') && !hasKey(entry, 'command'))
    return { error: 'url: only servers that are started by a command are supported so far' };
  const bundled = isBundled(entry);
  const parsed = bundled ? bundledSchema.safeParse(entry) : programSchema.safeParse(entry);
  if (!parsed.success) return { error: firstIssue(parsed.error) };
  const { questionLimitSeconds, callSilenceSeconds } = parsed.data;
  const limits: ServerLimits = {
    ...(questionLimitSeconds === undefined ? {} : { questionMs: questionLimitSeconds * 1000 }),
    ...(callSilenceSeconds === undefined ? {} : { callSilenceMs: callSilenceSeconds * 1000 }),
  };
  if ('directories' in parsed.data)
    return { serverId, limits, kind: 'bundled', directories: parsed.data.directories };
  const { command, args, cwd, env } = parsed.data;
  return { serverId, limits, kind: 'program', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

const hasKey = <K extends string>(entry: unknown, key: K): entry is Record<K, unknown> =>
  typeof entry === 'object' && entry !== null && key in entry;

const isBundled = (entry: unknown): boolean => hasKey(entry, 'type') && entry.type === 'bundled';

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
  const sorted = (record: Record<string, string>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    config.kind === 'program'
      ? [
          config.serverId,
          'program',
          config.command,
          config.args,
          config.cwd ?? null,
          sorted(config.env),
          config.limits,
        ]
      : [config.serverId, 'bundled', config.directories, config.limits],
  );
}
