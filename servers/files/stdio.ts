/** Entry in a terminal, or as any MCP client's child process. Only the protocol goes to standard output. */
import { homedir } from 'node:os';
import path from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CommandLine, defaultAuditFile, parseCommandLine, usage } from './commandLine.ts';
import { recoveredText } from './recoveredText.ts';
import { filesServer } from './server.ts';

async function serve({ directories, auditFile }: Extract<CommandLine, { kind: 'serve' }>): Promise<void> {
  const machine = { platform: process.platform, env: process.env, home: homedir(), style: path };
  const make = filesServer({
    directories,
    auditFile: auditFile ?? defaultAuditFile(machine),
    onRecovered: (entry) => console.error(recoveredText(entry)),
  });
  serveStdio(make, { onerror: (error) => console.error(error.message) });
}

function stop(why: string, ...more: string[]): void {
  console.error([`countersign-files: ${why}`, ...more].join('\n\n'));
  process.exitCode = 2;
}

const commandLine = parseCommandLine(process.argv.slice(2));
if (commandLine.kind === 'help') console.log(usage);
else if (commandLine.kind === 'wrong') stop(commandLine.why, usage);
else {
  await serve(commandLine).catch((error: unknown) => {
    stop(
      error instanceof Error ? error.message : String(error),
      'Start it with --help to see how it is used.',
    );
  });
}
