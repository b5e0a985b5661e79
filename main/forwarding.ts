/**
 * The record sent on to a collector, if the person named one in `forwarding.json` and accepted it. It is read from the
 * record's own files, so nothing waits for the collector and nothing is lost while it is away: where it stopped is kept.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AuditEvent } from '../core/audit.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { type Forwarding, logsRequest, parseForwarding, refusedPart } from '../core/otlp.ts';
import { markLine } from '../core/plainText.ts';
import { readUrl } from '../core/url.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { Clock } from './clock.ts';
import type { Consents } from './consents.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { Questions } from './questions.ts';
import { linesAfter, type Place } from './recordReader.ts';

export type ForwardingDeps = {
  /** What the person wrote, the record, and how far it was sent. */
  places: { forwarding: string; audit: string; forwarded: string };
  consents: Consents;
  questions: Questions;
  clock: Clock;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  /** The number of the last line that is on the disk. */
  lastLine: () => number;
  tell: (text: string) => void;
  version: string;
};

const linesPerRequest = 500;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const requestMs = 10_000;

export class Forwarder {
  #to: Forwarding | undefined;
  #sent = 0;
  #place: Place | undefined;
  #running: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  #told = '';
  #closed = false;

  constructor(private readonly deps: ForwardingDeps) {}

  /** What was accepted last is in force; another file, or none any more, is asked about first. */
  async start(): Promise<void> {
    const { places, consents, tell } = this.deps;
    const accepted = consents.forwarding;
    if (accepted !== undefined) await this.#begin(accepted);
    const read = await readJson(places.forwarding);
    if (read.kind === 'broken') return tell(`forwarding.json cannot be read: ${read.message}. ${asBefore}`);
    const wanted = read.kind === 'absent' ? undefined : parseForwarding(read.json);
    if (wanted !== undefined && 'error' in wanted)
      return tell(`forwarding.json cannot be used: ${wanted.error}. ${asBefore}`);
    if (!isDeepStrictEqual(wanted, accepted)) await this.#ask(wanted);
  }

  /** There may be new lines. */
  wake(): void {
    if (this.#to === undefined || this.#closed) return;
    this.#running ??= this.#sendAll();
  }

  /** What is not sent yet is sent after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#to = undefined;
    this.#endPause?.();
    await this.#running;
  }

  async #ask(wanted: Forwarding | undefined): Promise<void> {
    const { record, consents, places, lastLine } = this.deps;
    const before = consents.forwarding;
    const read = wanted && readUrl(wanted.url, 'local');
    if (read !== undefined && !read.ok)
      return this.deps.tell(`forwarding.json cannot be used: ${read.detail}. ${asBefore}`);
    const ended = await askOnRecord(this.deps, {
      serverId: 'forwarding.json',
      server: { name: 'forwarding.json', address: markLine(places.forwarding) },
      ...{ callIds: [], tools: [], again: false, limitMs: limits.permissionMs },
      body: {
        kind: 'forwarding',
        ...(read === undefined ? {} : { address: read.address }),
        headers: Object.keys(wanted?.headers ?? {}).map(markLine),
        ...(before === undefined ? {} : { before: markLine(before.url) }),
      },
    });
    if (ended.kind !== 'accepted') return;
    // From here on: what was recorded before was recorded for this machine alone.
    const from = lastLine();
    await record({
      event: 'forwarding accepted',
      address: wanted === undefined ? '' : originOf(wanted),
    });
    await this.#stop();
    await consents.forwardTo(wanted);
    await writeJson(places.forwarded, { seq: from });
    if (wanted !== undefined) await this.#begin(wanted);
  }

  async #begin(to: Forwarding): Promise<void> {
    const kept = await readJson(this.deps.places.forwarded);
    const seq = kept.kind === 'read' ? (kept.json as { seq?: unknown } | null)?.seq : undefined;
    // A number that cannot be is no reason to leave lines out: they are sent once more.
    this.#sent = typeof seq === 'number' && seq <= this.deps.lastLine() ? seq : 0;
    this.#place = undefined;
    this.#to = to;
    this.wake();
  }

  async #sendAll(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.#to !== undefined; ) {
      const to = this.#to;
      const last = this.deps.lastLine();
      try {
        const { lines, place } = await linesAfter(
          this.deps.places.audit,
          { after: this.#sent, last, most: linesPerRequest },
          this.#place,
        );
        const seq = lines.at(-1)?.seq;
        if (seq === undefined && last === this.deps.lastLine()) break;
        if (seq === undefined) continue;
        const refused = refusedPart(await post(to, logsRequest(lines, this.deps.version)));
        if (refused !== '')
          this.#tellOnce(`The collector at ${originOf(to)} took the record only in part: ${refused}`);
        await writeJson(this.deps.places.forwarded, { seq });
        this.#sent = seq;
        this.#place = place;
        pauseMs = firstPauseMs;
      } catch (error) {
        this.#tellOnce(
          `The record could not be sent to ${originOf(to)}: ${messageOf(error)}. It is tried again, and nothing is lost.`,
        );
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
    this.#running = undefined;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.deps.clock.after(ms, resolve);
      this.#endPause = () => {
        callOff();
        resolve();
      };
    });
  }

  #tellOnce(text: string): void {
    if (text !== this.#told) this.deps.tell(text);
    this.#told = text;
  }
}

/** The rest of an address may hold a secret. */
const originOf = ({ url }: Forwarding): string => new URL(url).origin;

const asBefore = 'What you accepted last is in force.';

/** Resolves with the reply. Rejects where it was not taken; a redirect would lead to an address that nobody accepted. */
async function post(to: Forwarding, body: object): Promise<string> {
  const reply = await fetch(to.url, {
    method: 'POST',
    headers: { ...to.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(requestMs),
  });
  if (!reply.ok) throw new Error(`it answered ${reply.status}`);
  return reply.text();
}
