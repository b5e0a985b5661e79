/** The command line of the server in a terminal, and where its audit log lies by default. */
import type { PlatformPath } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `Usage: node files.mjs [--audit FILE] DIRECTORY [DIRECTORY…]

An MCP server over standard input and output, for the files in these directories.
Deleting one asks a person first, through the client.

  --audit FILE  where deletions are recorded; it must lie outside the directories
  --help        show this`;

export type CommandLine =
  | { kind: 'serve'; directories: string[]; auditFile: string | undefined }
  | { kind: 'help' }
  | { kind: 'wrong'; why: string };

/** `args` without the program and the script. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { audit: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help) return { kind: 'help' };
    if (positionals.some((directory) => directory === ''))
      return { kind: 'wrong', why: 'A directory is empty.' };
    if (positionals.length === 0) return { kind: 'wrong', why: 'Name at least one directory.' };
    if (values.audit === '') return { kind: 'wrong', why: '--audit needs a file.' };
    return { kind: 'serve', directories: positionals, auditFile: values.audit };
  } catch (error) {
    return { kind: 'wrong', why: error instanceof Error ? error.message : String(error) };
  }
}

type Machine = {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  style: PlatformPath;
};

/** Where programs of this system keep what they record. */
export function defaultAuditFile({ platform, env, home, style }: Machine): string {
  return style.join(stateFolder(), 'countersign-files', 'audit.jsonl');

  function stateFolder(): string {
    if (platform === 'darwin') return style.join(home, 'Library', 'Application Support');
    if (platform === 'win32') return absolute(env.LOCALAPPDATA) ?? style.join(home, 'AppData', 'Local');
    return absolute(env.XDG_STATE_HOME) ?? style.join(home, '.local', 'state');
  }

  function absolute(folder: string | undefined): string | undefined {
    return folder !== undefined && style.isAbsolute(folder) ? folder : undefined;
  }
}
