/**
 * Conversations with a model. Main drives each turn: the model answers, main makes the calls that it asked for, by the
 * same road as a person's (`toolCalls.ts`), and asks it again with the results. What the model says is data until then.
 */
import type {
  ConversationChange,
  ConversationChanged,
  ConversationEntry,
  ConversationView,
  SearchHit,
  TurnView,
} from '../contract/conversation.ts';
import { type AuditEvent, isWorthALine } from '../core/audit.ts';
import { type CatalogueEntry, catalogueOf } from '../core/catalogue.ts';
import {
  type Conversation,
  callState,
  forModel,
  hitsIn,
  isOver,
  type Message,
  type ModelAnswer,
  type ModelCall,
  messageView,
  outcomeOf,
  systemPrompt,
  titleOf,
} from '../core/conversation.ts';
import { isObject, messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine, markText } from '../core/plainText.ts';
import type { Clock } from './clock.ts';
import type { Connections } from './connections.ts';
import type { ConversationFiles } from './conversationFiles.ts';
import { GrowingAnswer } from './growingAnswer.ts';
import type { Heard, ModelPage, Outcome } from './modelPage.ts';
import type { InUse } from './providerProxy.ts';
import type { Questions } from './questions.ts';
import { startOn } from './startCall.ts';
import type { ToolCall, ToolCalls } from './toolCalls.ts';

export type ConversationsDeps = {
  files: ConversationFiles;
  page: Pick<ModelPage, 'generate'>;
  provider: () => InUse | undefined;
  connections: Connections;
  calls: ToolCalls;
  questions: Questions;
  clock: Clock;
  newId: () => string;
  record: (event: AuditEvent) => Promise<void>;
  tell: (text: string) => void;
  /** To the workbench, at once. */
  send: (changed: ConversationChanged) => void;
  /** Something of the list changed. */
  changed: () => void;
};

type Open = {
  readonly conversation: Conversation;
  turn: TurnView;
  /** Of the last change that was sent. */
  number: number;
  stop: AbortController | undefined;
  /** Calls of the model that run, by the id of the call that was made for each. */
  running: Map<string, { call: ModelCall; answer: ModelAnswer; made: ToolCall }>;
  refusals: number;
  /** Calls of this turn that were not allowed, word for word: nobody is asked about the same again. */
  denied: Set<string>;
};

/** Why something was not done, or undefined when it was. */
type Refusal = string | undefined;

export class Conversations {
  #open: Open[] = [];
  readonly #driving = new Set<Promise<void>>();

  constructor(private readonly deps: ConversationsDeps) {}

  async start(): Promise<void> {
    this.#open = (await this.deps.files.readAll()).map((conversation) => opened(conversation));
  }

  get list(): ConversationEntry[] {
    const entries = this.#open.map(({ conversation: { conversationId, title, changedAt }, turn }) => ({
      ...{ conversationId, title: markLine(title), changedAt, turn: turn.state },
    }));
    return entries.sort((a, b) => b.changedAt - a.changedAt);
  }

  begin(): string {
    const conversationId = this.deps.newId();
    const now = this.deps.clock.now().wall;
    this.#open.push(opened({ conversationId, title: 'New conversation', changedAt: now, messages: [] }));
    this.deps.changed();
    return conversationId;
  }

  find(conversationId: string): Conversation | undefined {
    return this.#find(conversationId)?.conversation;
  }

  view(conversationId: string): { conversation: ConversationView; number: number } | undefined {
    const open = this.#find(conversationId);
    if (open === undefined) return undefined;
    const { conversation, turn, number } = open;
    return {
      conversation: {
        conversationId,
        title: markLine(conversation.title),
        messages: conversation.messages.map(messageView),
        turn,
      },
      number,
    };
  }

  say(conversationId: string, text: string): Refusal {
    const open = this.#find(conversationId);
    const refusal = this.#whyNotNow(open) ?? whyNoMessage(text);
    if (refusal !== undefined || open === undefined) return refusal;
    if (open.conversation.messages.length === 0) this.#retitle(open, titleOf(text));
    this.#add(open, this.#personMessage(text));
    this.#drive(open);
    return undefined;
  }

  /** Another text for an earlier message of the person's; what came after it is gone. */
  sayInstead(conversationId: string, messageId: string, text: string): Refusal {
    const open = this.#find(conversationId);
    const refusal = this.#whyNotNow(open) ?? whyNoMessage(text);
    if (refusal !== undefined || open === undefined) return refusal;
    const at = open.conversation.messages.findIndex(
      (message) => message.messageId === messageId && message.by === 'person',
    );
    if (at < 0) return 'This message is not there any more.';
    this.#cut(open, at);
    this.#add(open, this.#personMessage(text));
    this.#drive(open);
    return undefined;
  }

  /** An answer that failed or was stopped is asked for anew; after the limit of steps it goes on. */
  goOn(conversationId: string): Refusal {
    const open = this.#find(conversationId);
    const refusal = this.#whyNotNow(open);
    if (refusal !== undefined || open === undefined) return refusal;
    const { messages } = open.conversation;
    const last = messages.at(-1);
    if (last === undefined) return 'There is nothing to go on with.';
    if (last.by === 'model' && last.calls.length === 0) this.#cut(open, messages.length - 1);
    this.#drive(open);
    return undefined;
  }

  stop(conversationId: string): void {
    this.#find(conversationId)?.stop?.abort();
  }

  /** Resolves when nothing goes on any more. */
  async close(): Promise<void> {
    for (const { stop } of this.#open) stop?.abort();
    await Promise.all(this.#driving);
  }

  rename(conversationId: string, title: string): void {
    const open = this.#find(conversationId);
    if (open === undefined || title.trim() === '') return;
    this.#retitle(open, title.trim().slice(0, 200));
    void this.#keep(open);
  }

  async remove(conversationId: string): Promise<void> {
    this.stop(conversationId);
    this.#open = this.#open.filter(({ conversation }) => conversation.conversationId !== conversationId);
    this.deps.changed();
    await this.deps.files.remove(conversationId);
  }

  search(words: string): SearchHit[] {
    return this.#open.flatMap(({ conversation }) => hitsIn(conversation, words)).slice(0, 200);
  }

  /** Calls or questions changed: what the model's calls are now is told, and what is waited for. */
  refresh(): void {
    for (const open of this.#open.filter(({ running }) => running.size > 0)) {
      for (const { call, answer, made } of open.running.values()) {
        const state = callState(made.state, this.#askedFor(made.callId));
        if (call.state === state || isOver({ ...call, state })) continue;
        call.state = state;
        this.#show(open, answer);
      }
      this.#setTurn(open, this.#turnWithCalls(open));
    }
  }

  /** One answer after the other, until there are no calls in it, something ends it, or the limit is reached. */
  #drive(open: Open): void {
    const stop = new AbortController();
    open.stop = stop;
    open.denied.clear();
    const driving = this.#steps(open, stop.signal).then((turn) => {
      open.stop = undefined;
      this.#setTurn(open, turn);
      this.#driving.delete(driving);
      return this.#keep(open);
    });
    this.#driving.add(driving);
  }

  async #steps(open: Open, signal: AbortSignal): Promise<TurnView> {
    for (let step = 0; step < limits.modelSteps; step++) {
      this.#setTurn(open, { state: 'generating' });
      await this.#keep(open);
      const { answer, outcome } = await this.#answer(open, signal);
      if (signal.aborted) return { state: 'stopped' };
      if (outcome.type === 'failed') return { state: 'failed', why: markText(outcome.message) };
      if (answer === undefined || answer.calls.length === 0) return { state: 'idle' };
      // What the model wants is on the disk before any of it is done.
      await this.#keep(open);
      // One after the other: each may be asked about, and a no to one can be a no to those after it.
      for (const call of answer.calls) await this.#makeCall(open, answer, call, signal);
      if (signal.aborted) return { state: 'stopped' };
    }
    return { state: 'step limit', steps: limits.modelSteps };
  }

  /** The answer as it comes. Its calls are made only when it has ended well: one that broke off made none. */
  async #answer(
    open: Open,
    signal: AbortSignal,
  ): Promise<{ answer: ModelAnswer | undefined; outcome: Outcome }> {
    const using = this.deps.provider();
    const turn = this.deps.newId();
    if (using === undefined)
      return { answer: undefined, outcome: { type: 'failed', turn, message: 'No model was chosen.' } };
    const catalogue = this.#catalogue();
    const { messages, leftOut } = forModel(open.conversation.messages, {
      context: limits.contextCharacters,
      result: limits.resultCharacters,
    });
    const growing = new GrowingAnswer(this.deps.clock, (text, calls) =>
      this.#grow(open, growing, text, calls, catalogue),
    );
    const outcome = await this.deps.page.generate(
      {
        turn,
        provider: { kind: using.provider.kind, model: using.provider.model },
        system: systemPrompt,
        messages,
        tools: catalogue.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      },
      using,
      (part) => growing.heard(part),
      signal,
    );
    growing.flush();
    const { answer } = growing;
    if (growing.leftOut > 0) this.#noteRefused('', tooManyCalls, growing.leftOut);
    const remark = remarkOf(outcome, signal.aborted, leftOut, growing.leftOut);
    if (answer !== undefined) this.#finish(open, answer, outcome, remark);
    return { answer, outcome };
  }

  #finish(open: Open, answer: ModelAnswer, outcome: Outcome, remark: string | undefined): void {
    if (outcome.type === 'failed') answer.calls = [];
    if (remark !== undefined) answer.remark = remark;
    this.#show(open, answer);
  }

  #grow(open: Open, growing: GrowingAnswer, text: string, calls: Heard[], catalogue: CatalogueEntry[]): void {
    const isNew = growing.answer === undefined;
    growing.answer ??= {
      ...{ messageId: this.deps.newId(), by: 'model', at: this.deps.clock.now().wall },
      ...{ text: '', calls: [] },
    };
    const { answer } = growing;
    answer.text += text;
    for (const heard of calls) if (heard.type === 'call') answer.calls.push(this.#readCall(heard, catalogue));
    if (isNew) this.#add(open, answer);
    else if (calls.length > 0) this.#show(open, answer);
    else this.#send(open, { kind: 'text', messageId: answer.messageId, text: markText(text) });
  }

  #readCall(
    { name, arguments: text }: Extract<Heard, { type: 'call' }>,
    catalogue: CatalogueEntry[],
  ): ModelCall {
    const entry = catalogue.find((each) => each.name === name);
    return {
      ...{ toolCallId: this.deps.newId(), name, state: 'asking policy' },
      ...{ serverId: entry?.serverId ?? '', tool: entry?.tool ?? '', arguments: parsed(text) },
    };
  }

  async #makeCall(open: Open, answer: ModelAnswer, call: ModelCall, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      Object.assign(call, outcomeOf({ state: 'cancelled', why: 'Stopped by you' }), { state: 'cancelled' });
      return this.#show(open, answer);
    }
    const refusal = whyNotMade(call) ?? whyNotAgain(open, call);
    if (refusal !== undefined) return this.#refuse(open, answer, call, refusal);
    const connection = this.deps.connections.find(call.serverId);
    if (connection === undefined) return this.#refuse(open, answer, call, 'its server is not there any more');
    // An object, as `whyNotMade` has seen.
    const args = call.arguments as Record<string, unknown>;
    const request = { method: 'tools/call', name: call.tool, arguments: args } as const;
    const made = startOn(this.deps.calls, connection, request, 'model');
    const cancel = () => this.deps.calls.cancel(made.callId, 'Stopped by you, with the answer of the model');
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    open.running.set(made.callId, { call, answer, made });
    this.refresh();
    await made.over;
    signal.removeEventListener('abort', cancel);
    open.running.delete(made.callId);
    call.state = callState(made.state, undefined);
    if (call.state === 'denied') open.denied.add(sameCall(call));
    Object.assign(call, outcomeOf(made.state));
    this.#show(open, answer);
    await this.#keep(open);
  }

  /** Not a call at all: nothing was judged, nothing sent. Counted on the record, and told to the model. */
  #refuse(open: Open, answer: ModelAnswer, call: ModelCall, why: string): void {
    call.state = 'failed';
    call.outcome = `Not made: ${why}`;
    call.told = `The call was not made: ${why}.`;
    open.refusals += 1;
    if (isWorthALine(open.refusals)) this.#noteRefused(call.name.slice(0, 200), why, open.refusals);
    this.#show(open, answer);
  }

  #noteRefused(name: string, why: string, times: number): void {
    this.deps
      .record({ event: 'call by model refused', tool: markLine(name), why, times })
      .catch((error: unknown) => this.deps.tell(`Something could not be recorded: ${messageOf(error)}`));
  }

  #catalogue(): CatalogueEntry[] {
    return catalogueOf(
      this.deps.connections.all
        .filter(({ state }) => state.state === 'ready')
        .map(({ config, offers }) => ({ serverId: config.serverId, offers })),
    );
  }

  #askedFor(callId: string): 'an approval' | 'an answer' | undefined {
    const question = this.deps.questions.open.find(({ callIds }) => callIds.includes(callId));
    if (question === undefined) return undefined;
    return question.body.kind === 'approval' ? 'an approval' : 'an answer';
  }

  /** Which dialog is waited for, and not a word of what it asks. */
  #turnWithCalls({ running }: Open): TurnView {
    for (const { call } of running.values()) {
      const about = waitsFor[call.state];
      if (about !== undefined)
        return {
          ...{ state: 'waiting for you', about },
          ...{ serverId: markLine(call.serverId), tool: markLine(call.tool) },
        };
    }
    return { state: 'calling' };
  }

  #find(conversationId: string): Open | undefined {
    return this.#open.find(({ conversation }) => conversation.conversationId === conversationId);
  }

  #whyNotNow(open: Open | undefined): Refusal {
    if (open === undefined) return 'This conversation is not there any more.';
    return open.stop === undefined ? undefined : 'The model is still at work. Stop it first.';
  }

  #personMessage(text: string): Message {
    return { messageId: this.deps.newId(), by: 'person', at: this.deps.clock.now().wall, text };
  }

  #add(open: Open, message: Message): void {
    open.conversation.messages.push(message);
    this.#show(open, message);
  }

  #show(open: Open, message: Message): void {
    open.conversation.changedAt = this.deps.clock.now().wall;
    this.#send(open, { kind: 'message', message: messageView(message) });
  }

  #cut(open: Open, at: number): void {
    open.conversation.messages.splice(at);
    this.#send(open, { kind: 'cut', after: open.conversation.messages.at(-1)?.messageId ?? null });
  }

  #retitle(open: Open, title: string): void {
    open.conversation.title = title;
    this.#send(open, { kind: 'title', title: markLine(title) });
    this.deps.changed();
  }

  #setTurn(open: Open, turn: TurnView): void {
    if (JSON.stringify(open.turn) === JSON.stringify(turn)) return;
    open.turn = turn;
    this.#send(open, { kind: 'turn', turn });
    this.deps.changed();
  }

  #send(open: Open, change: ConversationChange): void {
    open.number += 1;
    this.deps.send({ conversationId: open.conversation.conversationId, number: open.number, change });
  }

  /** Resolves when it is on the disk, or it was told that it could not be written. */
  async #keep({ conversation }: Open): Promise<void> {
    if (this.#find(conversation.conversationId) === undefined || conversation.messages.length === 0) return;
    await this.deps.files.write(conversation);
  }
}

const opened = (conversation: Conversation): Open => ({
  ...{ conversation, turn: { state: 'idle' }, number: 0, stop: undefined, running: new Map() },
  ...{ refusals: 0, denied: new Set() },
});

const whyNoMessage = (text: string): Refusal => {
  if (text.trim() === '') return 'There is nothing in the message.';
  return text.length > limits.messageCharacters
    ? `A message may have ${limits.messageCharacters} characters; this one has ${text.length}.`
    : undefined;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text) as unknown;
  } catch {
    return text;
  }
}

const tooManyCalls = `there are more than ${limits.modelCallsPerStep} calls in one answer`;

function whyNotMade(call: ModelCall): Refusal {
  if (call.serverId === '') return 'there is no tool of this name';
  return isObject(call.arguments) ? undefined : 'its arguments are not a JSON object';
}

/** A model that does not take no for an answer is not to wear the person out. */
function whyNotAgain({ denied }: Open, call: ModelCall): Refusal {
  if (denied.has(sameCall(call))) return 'the user did not allow the very same call before';
  return denied.size >= limits.modelDenials
    ? `the user did not allow ${limits.modelDenials} calls of this turn; no more are asked about`
    : undefined;
}

const sameCall = ({ name, arguments: args }: ModelCall): string => JSON.stringify([name, args]);

function remarkOf(
  outcome: Outcome,
  stopped: boolean,
  leftOut: number,
  callsLeftOut: number,
): string | undefined {
  const parts = [
    stopped && 'Stopped by you.',
    !stopped && outcome.type === 'failed' && `Broken off: ${outcome.message}`,
    outcome.type === 'finished' &&
      outcome.why === 'length' &&
      'Cut off: the model reached its limit of length.',
    outcome.type === 'finished' && outcome.why === 'filtered' && 'Cut off by a filter of the provider.',
    leftOut > 0 && `The first ${leftOut} messages were left out: the model gets only so much.`,
    callsLeftOut > 0 && `${callsLeftOut} calls were not made: ${tooManyCalls}.`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(' ');
}

const waitsFor: Partial<
  Record<ModelCall['state'], Extract<TurnView, { state: 'waiting for you' }>['about']>
> = {
  'waiting for approval': 'an approval',
  'waiting for an answer': 'an answer',
  'waiting for the browser': 'the browser',
};
