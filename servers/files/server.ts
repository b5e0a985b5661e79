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
import { type AuditLog, openAuditLog } from './auditLog.ts';
import { clientDirectories } from './clientRoots.ts';
import { type DeedFiles, deedFiles } from './deedFiles.ts';
import type { DeleteTools } from './deleteFile.ts';
import { type Hold, holdDirectory } from './holdDirectory.ts';
import { isRunning } from './isRunning.ts';
import { recover } from './recover.ts';
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

/** 2026-07-28 asks in another way (`ask.ts`), so it is neither offered nor accepted yet. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** Throws a sentence that says what to do when it cannot start: a directory that is none, no place for the log. */
export function createFilesServer(options: FilesServerOptions): McpServer {
  const allowed = realDirectories(options.directories);
  const audit = openAuditLog(options.auditFile, allowed);
  const { answerLimitMs = 120_000, now = Date.now, files = deedFiles, hold = holdDirectory } = options;

  const recovered = recover({ files, hold, audit, allowed, now, isRunning });
  for (const entry of recovered) options.onRecovered?.(entry);

  const mcp = new McpServer(
    { name: 'countersign-files', title: 'Files', version: '0.1.0' },
    {
      supportedProtocolVersions: protocolVersions,
      capabilities: { tools: { listChanged: false } },
      instructions: `Files in ${allowed.join(', ')}. Deleting one asks a person first, through the client.`,
    },
  );
  const ask = askByRequest(answerLimitMs, now);
  registerTools(mcp, deleteTools(mcp.server, allowed, { ask, files, hold, audit, now }));
  return mcp;
}

type Parts = Pick<DeleteTools, 'ask' | 'files' | 'hold' | 'now'> & { audit: AuditLog };

function deleteTools(server: Server, allowed: readonly string[], parts: Parts): DeleteTools {
  return {
    ...parts,
    canAsk: () => canAskForms(server.getClientCapabilities()),
    directories: clientDirectories(server, allowed),
    check: answerCheck(),
  };
}

function realDirectories(directories: readonly string[]): string[] {
  if (directories.length === 0) throw new Error('No directory is allowed: name at least one');
  return [...new Set(directories.map(realDirectory))];
}

function realDirectory(directory: string): string {
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) throw new Error(`${path.resolve(directory)} is not a directory that exists`);
  return realpathSync.native(directory);
}
