/**
 * A transport for one entry of `servers.json`. A program runs with all rights of the person and gets the few
 * variables that programs need plus its own; a remote server gets requests and the headers of its entry; the bundled
 * server runs in a utility process, so that no Node is needed.
 */
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markText } from '../core/plainText.ts';
import type { ServerConfig } from '../core/serverConfig.ts';
import { HttpStreams } from './httpStreams.ts';

export type OpenedTransport = {
  transport: Transport;
  /** The last lines of its standard error, and of what went wrong on the way. */
  log: () => readonly string[];
  note: (line: string) => void;
  /** Which call a question of the server belongs to, where the wire says that. */
  callAsking?: (requestId: string | number) => string | undefined;
  /** Ends whatever was started. Resolves when it is gone. */
  close: () => Promise<void>;
};

export type OpenBundled = (
  bundled: Extract<ServerConfig, { kind: 'bundled' }>,
  onError: (chunk: string) => void,
) => Promise<{ transport: Transport; close: () => Promise<void> }>;

export function makeOpenTransport(openBundled: OpenBundled) {
  return async function openTransport(config: ServerConfig): Promise<OpenedTransport> {
    const log = lastLines();
    if (config.kind === 'bundled') {
      const opened = await openBundled(config, log.add);
      return { ...opened, log: log.lines, note: (line) => log.add(`${line}\n`) };
    }
    if (config.kind === 'remote') return openRemote(config, log);
    const transport = new StdioClientTransport({
      command: config.command,
      args: config.args,
      env: config.env,
      stderr: 'pipe',
      maxBufferSize: limits.serverMessageBytes,
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
    });
    // A pipe that nobody reads fills up and stops the server.
    transport.stderr?.on('data', (chunk: Buffer) => log.add(chunk.toString('utf8')));
    return {
      transport,
      log: log.lines,
      note: (line) => log.add(`${line}\n`),
      close: () => transport.close(),
    };
  };
}

/** The headers go to this origin and to no other: the SDK follows no redirect elsewhere, and a test holds it to that. */
function openRemote(
  { url, headers }: Extract<ServerConfig, { kind: 'remote' }>,
  log: ReturnType<typeof lastLines>,
): OpenedTransport {
  const streams = new HttpStreams();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: streams.fetch,
  });
  return {
    transport,
    log: log.lines,
    note: (line) => log.add(`${line}\n`),
    callAsking: (requestId) => streams.callAsking(requestId),
    close: async () => {
      // The session is ended at the server too, where it has one and answers.
      if (transport.sessionId !== undefined) await within(limits.quitMs, transport.terminateSession(), log);
      await transport.close();
    },
  };
}

async function within(ms: number, done: Promise<void>, log: ReturnType<typeof lastLines>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  await Promise.race([done, late]).catch((error: unknown) =>
    log.add(`ending the session: ${messageOf(error)}\n`),
  );
}

const keptLines = 200;
const keptCharacters = 2_000;

/** A text of bounded size, however much is written to it. */
export function lastLines(): { add: (chunk: string) => void; lines: () => readonly string[] } {
  let whole: string[] = [];
  let rest = '';
  return {
    add: (chunk) => {
      const parts = `${rest}${chunk}`.split(/\r?\n/);
      rest = (parts.pop() ?? '').slice(-keptCharacters);
      const added = parts.map((line) => markText(line.slice(0, keptCharacters)));
      whole = [...whole, ...added].slice(-keptLines);
    },
    lines: () => (rest === '' ? whole : [...whole, markText(rest)]),
  };
}
