/**
 * A transport for one entry of `servers.json`. A program runs with all rights of the person and gets the few
 * variables that programs need plus its own; a remote server gets requests and the headers of its entry; the bundled
 * server runs in a utility process, so that no Node is needed.
 */
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { programEnvironment } from '../core/programEnvironment.ts';
import type { ServerConfig } from '../core/serverConfig.ts';
import { HttpStreams } from './httpStreams.ts';
import { type LastLines, lastLines } from './lastLines.ts';
import type { Variables } from './program/personEnvironment.ts';
import { ProgramTransport } from './program/programTransport.ts';
import type { RunningPrograms } from './program/runningPrograms.ts';

export type OpenedTransport = {
  transport: Transport;
  /** The last lines of its standard error, and of what went wrong on the way. */
  log: () => readonly string[];
  note: (line: string) => void;
  /** Why it is not there any more, in a sentence, where more is known than that it ended. */
  problem?: () => string | undefined;
  /** Lines on its standard output that were no messages. */
  noise?: () => number;
  /** Names of the variables that it gets. */
  environment?: readonly string[];
  /** Which call a question of the server belongs to, where the wire says that. */
  callAsking?: (requestId: string | number) => string | undefined;
  /** Ends whatever was started. Resolves when it is gone. */
  close: () => Promise<void>;
};

export type OpenBundled = (
  bundled: Extract<ServerConfig, { kind: 'bundled' }>,
  onError: (chunk: Buffer) => void,
) => Promise<{ transport: Transport; close: () => Promise<void> }>;

export type Programs = {
  /** The person's variables. */
  environment: () => Promise<Variables>;
  /** Where a program runs whose entry names no folder. */
  home: string;
  running: Pick<RunningPrograms, 'started' | 'ended'>;
};

export function makeOpenTransport(openBundled: OpenBundled, programs: Programs) {
  return async function openTransport(config: ServerConfig): Promise<OpenedTransport> {
    switch (config.kind) {
      case 'bundled': {
        const log = lastLines();
        const opened = await openBundled(config, log.add);
        return { ...opened, log: log.lines, note: log.note };
      }
      case 'remote':
        return openRemote(config, lastLines());
      case 'program':
        return openProgram(config, programs);
      default:
        return config satisfies never;
    }
  };
}

async function openProgram(
  { command, args, cwd, env }: Extract<ServerConfig, { kind: 'program' }>,
  { environment, home, running }: Programs,
): Promise<OpenedTransport> {
  const variables = programEnvironment(process.platform, await environment(), env);
  const transport = new ProgramTransport({ command, args, cwd: cwd ?? home, env: variables }, { running });
  return {
    transport,
    log: transport.log.lines,
    note: transport.log.note,
    problem: () => transport.problem,
    noise: () => transport.noise,
    environment: Object.keys(variables),
    close: () => transport.close(),
  };
}

/** The headers go to this origin and to no other: the SDK follows no redirect elsewhere, and a test holds it to that. */
function openRemote(
  { url, headers }: Extract<ServerConfig, { kind: 'remote' }>,
  log: LastLines,
): OpenedTransport {
  const streams = new HttpStreams();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: streams.fetch,
  });
  return {
    transport,
    log: log.lines,
    note: log.note,
    callAsking: (requestId) => streams.callAsking(requestId),
    close: async () => {
      // The session is ended at the server too, where it has one and answers.
      if (transport.sessionId !== undefined) await within(limits.quitMs, transport.terminateSession(), log);
      await transport.close();
    },
  };
}

async function within(ms: number, done: Promise<void>, log: LastLines): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
  await Promise.race([done, late]).catch((error: unknown) =>
    log.note(`ending the session: ${messageOf(error)}`),
  );
}
