/**
 * The bundled file server: three tools that read, and one that deletes after a person, asked through the client, has
 * confirmed it. Builds every part and joins them.
 */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { McpServer, type Server } from '@modelcontextprotocol/server';
import { answerCheck } from './answer.ts';
import { askByRequest, canAskForms } from './ask.ts';
import type { Recovered } from './auditEntry.ts';
import { openAuditLog } from './auditLog.ts';
import { clientDirectories } from './clientRoots.ts';
import { type DeedFiles, deedFiles } from './deedFiles.ts';
import type { DeleteTools } from './deleteFile.ts';
import { type Hold, holdDirectory } from './holdDirectory.ts';
import { isRunning } from './isRunning.ts';
import { recover } from './recover.ts';
import { capabilitiesIn, directoriesInRounds, Rounds } from './rounds.ts';
import { registerTools } from './tools.ts';

export type FilesServerOptions = {
  /** The directories that may be used. Each must exist. */
  directories: readonly string[];
  /** Outside all of them. */
  auditFile: string;
  /** How long a person may take to answer. */
  answerLimitMs?: number;
  /** Wall clock, milliseconds. */
  now?: () => number;
  files?: DeedFiles;
  hold?: Hold;
  /** Hears of what a crash had left, and was settled at this start. */
  onRecovered?: (entry: Recovered) => void;
};

export type Era = 'legacy' | 'modern';

const revisions: Record<Era, string[]> = {
  legacy: ['2025-11-25', '2025-06-18', '2025-03-26'],
  modern: ['2026-07-28'],
};

/** One server for a connection of the revisions of 2025. Throws as `filesServer` does. */
export const createFilesServer = (options: FilesServerOptions): McpServer =>
  filesServer(options)({ era: 'legacy' });

/**
 * Makes a server for each connection, in the way in which its revision asks; what a crash had left is settled once.
 * Throws a sentence that says what to do when it cannot start: a directory that is none, no place for the log.
 */
export function filesServer(options: FilesServerOptions): (connection: { era: Era }) => McpServer {
  const allowed = realDirectories(options.directories);
  const audit = openAuditLog(options.auditFile, allowed);
  const { answerLimitMs = 120_000, now = Date.now, files = deedFiles, hold = holdDirectory } = options;

  const recovered = recover({ files, hold, audit, allowed, now, isRunning });
  for (const entry of recovered) options.onRecovered?.(entry);

  const parts = { check: answerCheck(), files, hold, audit, now };
  const rounds = new Rounds(now);
  return ({ era }) => {
    const mcp = new McpServer(
      { name: 'countersign-files', title: 'Files', version: '0.1.0' },
      {
        supportedProtocolVersions: revisions[era],
        capabilities: { tools: { listChanged: false } },
        instructions: `Files in ${allowed.join(', ')}. Deleting one asks a person first, through the client.`,
        requestState: { verify: rounds.codec.verify },
      },
    );
    const how =
      era === 'modern'
        ? inRounds(rounds, answerLimitMs, allowed)
        : byRequests(mcp.server, answerLimitMs, now, allowed);
    registerTools(mcp, { ...parts, ...how });
    return mcp;
  };
}

type How = Pick<DeleteTools, 'canAsk' | 'directories' | 'asking'>;

/** Revisions of 2025: what a client can do is said once, and what is asked is waited for. */
function byRequests(server: Server, limitMs: number, now: () => number, allowed: readonly string[]): How {
  const directories = clientDirectories(server, allowed);
  return {
    canAsk: () => canAskForms(server.getClientCapabilities()),
    directories: () => directories(),
    asking: { kind: 'waits', ask: askByRequest(limitMs, now) },
  };
}

const inRounds = (rounds: Rounds, limitMs: number, allowed: readonly string[]): How => ({
  canAsk: (context) => canAskForms(capabilitiesIn(context)),
  directories: (context) => directoriesInRounds(context, allowed),
  asking: { kind: 'rounds', rounds, limitMs },
});

function realDirectories(directories: readonly string[]): string[] {
  if (directories.length === 0) throw new Error('No directory is allowed: name at least one');
  return [...new Set(directories.map(realDirectory))];
}

function realDirectory(directory: string): string {
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) throw new Error(`${path.resolve(directory)} is not a directory that exists`);
  return realpathSync.native(directory);
}
