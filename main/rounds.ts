/**
 * One call, in as many requests as it takes. A server of revision 2026-07-28 ends a request with questions and gets
 * the answers in the next; one of 2025-11-25 may end it with a list of addresses that have to be opened first
 * (error -32042). Whatever is sent is written here from fixed keys, and what carries an answer is sent once.
 */

import { type JSONRPCMessage, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { type CallRequest, paramsOf } from '../core/call.ts';
import { type Answer, answerInRound } from '../core/ending.ts';
import { isObject, messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import {
  type Continuation,
  continuation,
  isRound,
  type Round,
  type RoundAnswer,
  readRound,
} from '../core/round.ts';
import type { Elicitations, Settled } from './elicitations.ts';
import type { ToolCall, ToolCalls } from './toolCalls.ts';

export type RoundsDeps = {
  elicitations: Elicitations;
  calls: ToolCalls;
  /** The folders that are shared with the server; rejects where the person did not say. */
  roots: (callIds: readonly string[]) => Promise<readonly object[]>;
};

/** Sends one request and resolves with its raw result, be it a round or the end. */
export type SendRequest = (params: Record<string, unknown>) => Promise<unknown>;

type Accepted = { questionId: string; action: Answer['action'] };
type Answered = {
  key: string;
  /** Of a question to the person. */
  settled?: Settled;
  said: { kind: 'answer'; answer: RoundAnswer } | { kind: 'no retry'; why: string };
};

export class Rounds {
  /** Questions whose answers a request carries, by the very object that goes into it. */
  readonly #carried = new WeakMap<object, { callId: string; answers: Accepted[] }>();

  constructor(private readonly deps: RoundsDeps) {}

  /** Resolves with the result that is no round; rejects with the server's error, or with why no more was sent. */
  async drive(call: ToolCall, request: CallRequest, send: SendRequest): Promise<unknown> {
    const first = paramsOf(request);
    let next: Continuation = {};
    for (let round = 1; ; round++) {
      const sent = this.deps.calls.whileOutstanding(call.callId, send({ ...first, ...next }));
      const result = await sent.catch((error: unknown) => listedIn(error, next));
      if (!isRound(result) && !(result instanceof Listed)) return result;
      if (round > limits.roundsPerCall)
        throw new Error(`The server wanted more than ${limits.roundsPerCall} rounds. Nothing more was sent.`);
      next =
        result instanceof Listed ? await this.#openListed(call, result) : await this.#answer(call, result);
      // Written down before it is sent; a call that cannot be recorded goes no further.
      await this.deps.calls.recordRound(call, round, Object.keys(next.inputResponses ?? {}).length);
    }
  }

  /** A request with answers has left: they are recorded as sent only then. */
  async noteSent(message: JSONRPCMessage): Promise<void> {
    const params = 'params' in message && isObject(message.params) ? message.params : {};
    const carried = isObject(params.inputResponses) ? this.#carried.get(params.inputResponses) : undefined;
    if (carried === undefined) return;
    if (carried.answers.some(({ action }) => action === 'accept')) this.deps.calls.answered([carried.callId]);
    for (const { questionId, action } of carried.answers)
      await this.deps.elicitations.note({ event: 'answer sent', question: questionId, action });
  }

  // 2 and 12. The questions of a round are heard at once, and answered by one request when each of them has ended.
  async #answer(call: ToolCall, result: unknown): Promise<Continuation> {
    const round = readRound(result);
    if (!round.ok) return this.#give(call, round.detail);
    const answers = await this.#askAll(call, round);
    const stop = answers.find(({ said }) => said.kind === 'no retry');
    if (stop !== undefined || !this.deps.calls.isOpen(call.callId)) {
      await this.#noneDelivered(answers);
      throw new Error(
        stop?.said.kind === 'no retry' ? stop.said.why : 'The call has ended. Nothing was sent.',
      );
    }
    const next = continuation(
      round.state,
      answers.flatMap(({ key, said }) => (said.kind === 'answer' ? [[key, said.answer] as const] : [])),
    );
    if (next.inputResponses !== undefined)
      this.#carried.set(next.inputResponses, { callId: call.callId, answers: answers.flatMap(ofPerson) });
    return next;
  }

  /** The folders come last: what is told of them is what is shared when the request leaves. */
  async #askAll(call: ToolCall, { questions }: Round): Promise<Answered[]> {
    const answered: Answered[] = await Promise.all(
      questions
        .filter(({ about }) => about === 'the person')
        .map(async ({ key, params }) => {
          const settled = await this.deps.elicitations.ask(params, [call]);
          return { key, settled, said: answerInRound(settled.ending) };
        }),
    );
    for (const { key, about } of questions)
      if (about === 'folders') answered.push({ key, said: await this.#folders(call) });
    return answered;
  }

  async #folders({ callId }: ToolCall): Promise<Answered['said']> {
    try {
      return { kind: 'answer', answer: { roots: await this.deps.roots([callId]) } };
    } catch (error) {
      return { kind: 'no retry', why: `Your folders were not told: ${messageOf(error)}` };
    }
  }

  async #noneDelivered(answers: readonly Answered[]): Promise<void> {
    for (const { settled } of answers)
      if (settled?.ending.kind === 'accepted' && settled.questionId !== undefined)
        await this.deps.elicitations.notDelivered(settled.questionId);
  }

  async #give(call: ToolCall, detail: string): Promise<never> {
    await this.deps.elicitations.refuse({ kind: 'malformed', detail }, [call]);
    throw new Error(`The server asked in a way that was refused: ${detail}. Nothing was sent.`);
  }

  /** Each address is asked for, one after the other; when all were opened, the call waits until it may go on. */
  async #openListed(call: ToolCall, { addresses }: Listed): Promise<Continuation> {
    if (addresses.length === 0) return this.#give(call, 'it wants addresses opened and lists none');
    for (const params of addresses) {
      if (!isObject(params) || params.mode !== 'url')
        return this.#give(call, 'it lists something that is no address to open');
      const { ending } = await this.deps.elicitations.ask(params, [call]);
      if (ending.kind !== 'accepted')
        throw new Error(
          'Not every address that the server asked for was opened, so the call was not sent again.',
        );
    }
    await this.deps.calls.pagesDone(call.callId);
    return {};
  }
}

/** What a person answered, for the record of what was sent. */
const ofPerson = ({ settled, said }: Answered): Accepted[] =>
  settled?.questionId !== undefined && said.kind === 'answer' && 'action' in said.answer
    ? [{ questionId: settled.questionId, action: said.answer.action }]
    : [];

/** What a server lists with error -32042, as it came. */
class Listed {
  constructor(readonly addresses: readonly unknown[]) {}
}

/** Rethrows every other error; and this one too where answers were on their way, since they are not sent twice. */
function listedIn(error: unknown, sent: Continuation): Listed {
  const isList = error instanceof ProtocolError && error.code === ProtocolErrorCode.UrlElicitationRequired;
  if (!isList || sent.inputResponses !== undefined) throw error;
  const listed = isObject(error.data) ? error.data.elicitations : undefined;
  return new Listed(Array.isArray(listed) ? listed : []);
}
