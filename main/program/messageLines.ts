/**
 * The standard output of a server, as messages: one to a line. Bytes are kept until their line is whole, so no character is
 * cut apart; a line that is no message of the protocol is noise and passed over; a line beyond the limit is an error.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject } from '../../core/json.ts';

export type Read = { messages: JSONRPCMessage[]; noise: string[] };

export class LineTooLong extends Error {
  readonly code = 'line-too-long';
}

const newline = 0x0a;

export class MessageLines {
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Throws `LineTooLong`; then nothing more can be read. */
  read(chunk: Buffer): Read {
    const read: Read = { messages: [], noise: [] };
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#take(read);
      from = at + 1;
    }
    // A copy: what is left of a small chunk must not hold on to the whole pool that it came in.
    this.#keep(Buffer.from(chunk.subarray(from)));
    return read;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#restBytes += bytes.length;
    if (this.#restBytes > this.limitBytes) {
      this.#rest = [];
      throw new LineTooLong(`It sent a message of more than ${this.limitBytes / 1024 / 1024} MiB`);
    }
    this.#rest.push(bytes);
  }

  #take(read: Read): void {
    const line = Buffer.concat(this.#rest)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    this.#rest = [];
    this.#restBytes = 0;
    if (line === '') return;
    const message = messageIn(line);
    if (message === undefined) read.noise.push(line);
    else read.messages.push(message);
  }
}

function messageIn(line: string): JSONRPCMessage | undefined {
  // Most noise is text, and needs no parser to be told apart.
  if (!line.startsWith('{')) return undefined;
  try {
    const json: unknown = JSON.parse(line);
    return isMessage(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Its shape only; what is in it is checked where it is used. */
function isMessage(json: unknown): json is JSONRPCMessage {
  if (!isObject(json) || json.jsonrpc !== '2.0') return false;
  const { id, method } = json;
  if (typeof method === 'string') return id === undefined || isId(id);
  return 'result' in json ? isId(id) : isObject(json.error) && (id === undefined || id === null || isId(id));
}

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id);
