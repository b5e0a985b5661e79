/**
 * A server that is a program of this computer: started without a shell, spoken with over its standard input and output, and
 * ended with all that it started. It runs with all rights of the person; what is bounded here is what it can do to the app.
 */
import type { ChildProcess } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { limits } from '../../core/limits.ts';
import { type ProgramProblem, programProblemText } from '../../core/programProblem.ts';
import { type LastLines, lastLines } from '../lastLines.ts';
import { findProgram } from './findProgram.ts';
import { LineTooLong, MessageLines } from './messageLines.ts';
import { endProgram } from './processTree.ts';
import type { RunningPrograms } from './runningPrograms.ts';

export type Program = {
  command: string;
  args: readonly string[];
  /** Where it runs; the person's home where it names none. */
  cwd: string;
  /** All variables that it gets. */
  env: Readonly<Record<string, string>>;
};

export type ProgramTransportDeps = {
  running: Pick<RunningPrograms, 'started' | 'ended'>;
  limitBytes?: number;
  /** (ms) */
  graceMs?: number;
};

export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly log: LastLines = lastLines();
  /** Lines on its standard output that were no messages. */
  noise = 0;
  /** Undefined when nothing of it is read any more. */
  #lines: MessageLines | undefined;
  /** While its input is full: when it takes more, or is gone. */
  #drained: Promise<void> | undefined;
  #child: ChildProcess | undefined;
  #problem: ProgramProblem | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly program: Program,
    private readonly deps: ProgramTransportDeps,
  ) {
    this.#lines = new MessageLines(this.#limitBytes);
  }

  /** Why it is not there (any more), in a sentence; undefined while nothing is wrong. */
  get problem(): string | undefined {
    return this.#problem && programProblemText(this.#problem);
  }

  /** Rejects with a sentence that says what is missing. */
  async start(): Promise<void> {
    const file = await this.#find();
    // Ended while it was looked for.
    if (this.#closing !== undefined) throw new Error('It was ended before it was started.');
    const child = spawn(file, [...this.program.args], {
      env: { ...this.program.env },
      cwd: this.program.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk));
    // A pipe that nobody reads fills up and stops the server.
    child.stderr?.on('data', (chunk: Buffer) => this.log.add(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream?.on('error', (error) => this.onerror?.(error));
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) =>
        reject(this.#fail({ kind: 'not startable', command: file, why: error.message })),
      );
    });
    this.deps.running.started(child.pid);
    void this.#watch(child);
  }

  /** Resolves when it is written, or the pipe is gone: then the connection ends anyway. */
  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (!input?.writable) throw new Error('The server does not take anything any more.');
    if (input.write(`${JSON.stringify(message)}\n`)) return;
    this.#drained ??= drainOf(input).finally(() => {
      this.#drained = undefined;
    });
    await this.#drained;
  }

  /** Resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child !== undefined) {
      await endProgram(child, { graceMs: this.deps.graceMs ?? limits.programEndMs });
      await this.deps.running.ended(child.pid);
    }
    this.onclose?.();
  }

  async #find(): Promise<string> {
    const { command, cwd, env } = this.program;
    if (process.platform === 'win32') return command;
    const found = await findProgram(command, env.PATH ?? '', cwd);
    if (found.kind === 'found') return found.file;
    throw this.#fail(found);
  }

  #hear(chunk: Buffer): void {
    const lines = this.#lines;
    if (lines === undefined) return;
    try {
      const { messages, noise } = lines.read(chunk);
      if (noise.length > 0) this.#passOver(noise);
      for (const message of messages) this.onmessage?.(message);
    } catch (error) {
      if (!(error instanceof LineTooLong)) return this.onerror?.(error as Error);
      this.#lines = undefined;
      this.#fail({ kind: 'too large', mebibytes: this.#limitBytes / 1024 / 1024 });
      void this.close();
    }
  }

  get #limitBytes(): number {
    return this.deps.limitBytes ?? limits.serverMessageBytes;
  }

  #passOver(noise: readonly string[]): void {
    if (this.noise === 0) this.log.note('[what follows came on its standard output and is no message]');
    this.noise += noise.length;
    for (const line of noise.slice(0, keptOfNoise)) this.log.note(line);
  }

  /** It ended without being asked to, or says nothing more. What still holds its pipes is ended too. */
  async #watch(child: ChildProcess): Promise<void> {
    await Promise.race([exitOf(child), once(child.stdout, 'end')]);
    // What it wrote last may still be in its pipes, and a program that ends closes its output a little before.
    await Promise.race([Promise.all([exitOf(child), once(child, 'close')]), after(settleMs)]);
    if (this.#closing !== undefined) return;
    const { exitCode: code, signalCode: signal } = child;
    const lastLine = this.log.lines().findLast((line) => line.trim() !== '');
    this.#problem ??=
      code === null && signal === null
        ? { kind: 'closed output' }
        : { kind: 'ended', code, signal, lastLine };
    await this.close();
  }

  #fail(problem: ProgramProblem): Error {
    this.#problem = problem;
    return new Error(programProblemText(problem));
  }
}

/** Of one chunk of noise, so many lines are kept to be shown; all are counted. */
const keptOfNoise = 20;
/** (ms) */
const settleMs = 500;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const once = (from: NodeJS.EventEmitter | null, event: string): Promise<void> =>
  new Promise((resolve) => from?.once(event, () => resolve()));

const drainOf = (input: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      input.off('drain', done).off('close', done);
      resolve();
    };
    input.on('drain', done).on('close', done);
  });

const exitOf = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');
