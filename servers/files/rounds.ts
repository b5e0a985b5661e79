/**
 * Revision 2026-07-28: a tool asks by returning what it wants to know, and is called again with the answers. What it has
 * to remember in between travels through the client, sealed; a state is taken once, and only from whom it was made for.
 */
import { randomBytes } from 'node:crypto';
import {
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Directories } from './clientRoots.ts';
import { rootsResult, withinRoots } from './clientRoots.ts';
import type { Sighting } from './look.ts';
import type { Question } from './question.ts';

/** A result that is none yet: the client has to be asked first. */
export type Pending = { kind: 'pending'; result: InputRequiredResult };

const stateSeconds = 600;
const keys = { question: 'confirm', roots: 'roots' } as const;

const digits = z.string().regex(/^-?\d+$/u);
const bigint = digits.transform(BigInt);
const sealedSighting = z.object({
  given: z.string(),
  path: z.string(),
  parent: z.string(),
  name: z.string(),
  directory: z.object({ dev: bigint, ino: bigint }),
  identity: z.object({ dev: bigint, ino: bigint, size: bigint, mtimeNs: bigint, ctimeNs: bigint }),
  size: z.number(),
  modified: z.number(),
  links: z.number(),
});
const sealed = z.object({ id: z.uuid(), askedAt: z.number(), sighting: sealedSighting });

/** What was asked, when, about which file in which state. */
export type AskedBefore = { id: string; askedAt: number; sighting: Sighting };

export class Rounds {
  /** Shared by all of a process: its key is known to nobody else, so a restart ends every open question. */
  readonly codec: RequestStateCodec<unknown> = createRequestStateCodec({
    key: randomBytes(32),
    ttlSeconds: stateSeconds,
    bind: ({ mcpReq }) => mcpReq.method,
  });
  /** Ids whose answer has come, with the time until which their state would still be taken. */
  readonly #spent = new Map<string, number>();

  /** `now` is the wall clock (ms), which also counts the time that a machine slept. */
  constructor(private readonly now: () => number) {}

  async ask(context: ServerContext, asked: AskedBefore, question: Question): Promise<Pending> {
    return {
      kind: 'pending',
      result: inputRequired({
        inputRequests: {
          // `as`: the schema is a constant of ours, and read-only.
          [keys.question]: { method: 'elicitation/create', params: { mode: 'form', ...question } } as never,
          ...(hasRoots(context) && { [keys.roots]: inputRequired.listRoots() }),
        },
        requestState: await this.codec.mint(withoutBigints(asked), context),
      }),
    };
  }

  /** What was asked before this call, or undefined when it is the first one. The seal was checked by then. */
  askedBefore({ mcpReq }: ServerContext): AskedBefore | undefined {
    const state = mcpReq.requestState<unknown>();
    return state === undefined ? undefined : sealed.parse(state);
  }

  /** False when its answer has come before. */
  spend({ id }: AskedBefore): boolean {
    const now = this.now();
    for (const [spent, until] of this.#spent) if (until < now) this.#spent.delete(spent);
    if (this.#spent.has(id)) return false;
    this.#spent.set(id, now + stateSeconds * 1_000);
    return true;
  }

  /** Unchecked: whatever the client sent for the question. */
  answer({ mcpReq }: ServerContext): unknown {
    return mcpReq.inputResponses?.[keys.question];
  }
}

/** JSON has no bigint. */
const withoutBigints = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)));

/** The allowed directories within the client's roots, which it has to be asked for like anything else. */
export async function directoriesInRounds(
  context: ServerContext,
  allowed: readonly string[],
): Promise<Directories | Pending> {
  if (!hasRoots(context)) return { ok: true, directories: [...allowed] };
  const told = context.mcpReq.inputResponses?.[keys.roots];
  if (told === undefined)
    return {
      kind: 'pending',
      result: inputRequired({ inputRequests: { [keys.roots]: inputRequired.listRoots() } }),
    };
  const roots = rootsResult.safeParse(told);
  return roots.success
    ? withinRoots(allowed, roots.data.roots)
    : { ok: false, why: 'The client did not tell its roots: its answer is not a list of roots' };
}

/** In this revision every request says what its client can do. */
export function capabilitiesIn({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  // `as`: checked by the protocol layer before the handler runs.
  return envelope['io.modelcontextprotocol/clientCapabilities'] as ClientCapabilities | undefined;
}

const hasRoots = (context: ServerContext): boolean => capabilitiesIn(context)?.roots !== undefined;
