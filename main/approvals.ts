/**
 * Whether a call is sent: by the rules, by what was approved before, or by the person, who sees all of it first. An
 * approval is for a call, or for a tool as it was defined when it was approved; it never answers what a server asks.
 */
import { createHash } from 'node:crypto';
import type { AuditEvent } from '../core/audit.ts';
import { readable } from '../core/definition.ts';
import { tellEnding } from '../core/ending.ts';
import type { Field } from '../core/field.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { Offer } from '../core/offer.ts';
import { markLine, markText } from '../core/plainText.ts';
import { type AboutCall, becauseText, type Judgement, judge } from '../core/policy.ts';
import type { Ending } from '../core/question.ts';
import { identityOf } from '../core/serverConfig.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { Connection } from './connection.ts';
import type { Consents } from './consents.ts';
import type { Policy } from './policy.ts';
import type { Questions } from './questions.ts';
import type { ToolCall } from './toolCalls.ts';

export type Permit = { ok: true } | { ok: false; why: string };

export type ApprovalsDeps = {
  questions: Questions;
  policy: Policy;
  consents: Consents;
  find: (serverId: string) => Connection | undefined;
  /** Whether a server's word on its own tools counts. */
  isTrusted: (connection: Connection) => boolean;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
};

export class Approvals {
  /** Approved until the app is closed: tool → definition. */
  readonly #session = new Map<string, string>();
  /** Arguments of the last approved call of each tool, so that what is new can be marked. */
  readonly #lastArguments = new Map<string, Record<string, unknown>>();

  constructor(private readonly deps: ApprovalsDeps) {}

  /** Resolves when it is settled; never rejects. A tool that changes meanwhile is asked about anew. */
  async mayBeSent(call: ToolCall): Promise<Permit> {
    try {
      for (let times = 0; ; times++) {
        await this.deps.find(call.serverId)?.known();
        const offer = this.#offerOf(call);
        if (offer === undefined) return { ok: false, why: 'The server does not offer it any more' };
        const judged = await this.#judged(call, offer, times > 0);
        if (judged.effect === 'deny') return { ok: false, why: `Denied: ${becauseText(judged.because)}` };
        if (judged.effect === 'allow') return this.#approved(call);
        const ended = await this.#ask(call, offer, judged);
        if (ended.kind === 'withdrawn' && ended.why === 'tool changed') continue;
        if (ended.kind !== 'accepted') return { ok: false, why: `Not sent: ${tellEnding(ended)}` };
        // A rule that denies may have come while the person was looking.
        const since = await this.#judged(call, offer, true);
        if (since.effect === 'deny') return { ok: false, why: `Denied: ${becauseText(since.because)}` };
        await this.#remember(call, offer, String(ended.content?.scope));
        return this.#approved(call);
      }
    } catch (error) {
      return { ok: false, why: `Not sent: it could not be recorded (${messageOf(error)})` };
    }
  }

  async #judged(call: ToolCall, offer: Offer, again: boolean): Promise<Judgement> {
    await this.deps.policy.look();
    const judged = this.judgeOffer(call.serverId, offer);
    await this.deps.record({
      event: 'call judged',
      call: call.callId,
      server: call.serverId,
      tool: call.tool,
      by: call.by,
      ...(again ? { again: true } : {}),
      effect: judged.effect,
      because: becauseText(judged.because),
    });
    return judged;
  }

  /** How a call of it would be judged now. */
  judgeOffer(serverId: string, offer: Offer): Judgement {
    const key = this.#keyOf(serverId, offer);
    const connection = this.deps.find(serverId);
    const about: AboutCall = {
      ...{ serverId, tool: offer.name, claimsReadOnly: offer.claimsReadOnly },
      trusted: connection !== undefined && this.deps.isTrusted(connection),
      approved: this.#approvedBefore(key, offer),
    };
    return judge(about, this.deps.policy.policies);
  }

  /** After a server listed its tools anew: a dialog about one that is another now is closed, and asked again. */
  offersChanged(serverId: string): void {
    for (const { questionId, body, serverId: asked } of this.deps.questions.open)
      if (
        body.kind === 'approval' &&
        asked === serverId &&
        this.#isAnother(serverId, body.method, body.tool, body.definition)
      )
        this.deps.questions.settle(questionId, { kind: 'withdrawn', why: 'tool changed' });
  }

  #isAnother(serverId: string, method: string, tool: string, definition: string): boolean {
    const offers = this.deps.find(serverId)?.offers ?? [];
    return !offers.some(
      (offer) => offer.method === method && markLine(offer.name) === tool && offer.definition === definition,
    );
  }

  async #ask(call: ToolCall, offer: Offer, judged: Judgement): Promise<Ending> {
    const connection = this.deps.find(call.serverId);
    if (connection === undefined) return { kind: 'withdrawn', why: 'connection' };
    const key = this.#keyOf(call.serverId, offer);
    const before = this.deps.consents.approval(key)?.definition ?? this.#session.get(key);
    return askOnRecord(this.deps, {
      serverId: call.serverId,
      server: connection.shown,
      callIds: [call.callId],
      tools: [markLine(call.tool)],
      again: false,
      limitMs: limits.permissionMs,
      body: {
        kind: 'approval',
        method: offer.method,
        tool: markLine(offer.name),
        arguments: markText(JSON.stringify(call.request.arguments, undefined, 2)),
        newArguments: this.#newArguments(key, call.request.arguments),
        by: call.by,
        because: becauseText(judged.because),
        definition: offer.definition,
        ...(before !== undefined && before !== offer.definition
          ? { changed: { before: markText(readable(before)), after: markText(readable(offer.definition)) } }
          : {}),
        fields: [scopeField],
      },
    });
  }

  async #remember(call: ToolCall, offer: Offer, scope: string): Promise<void> {
    const key = this.#keyOf(call.serverId, offer);
    if (scope === 'session') this.#session.set(key, offer.definition);
    if (scope === 'always')
      await this.deps.consents.approve(key, {
        ...{ serverId: call.serverId, tool: offer.name, definition: offer.definition },
        since: new Date().toISOString(),
      });
    await this.deps.record({ event: 'call approved', call: call.callId, scope });
  }

  /** Names of arguments that the last approved call had not, or had otherwise; none where there was no such call. */
  #newArguments(key: string, args: Record<string, unknown>): string[] {
    const last = this.#lastArguments.get(key);
    if (last === undefined) return [];
    const names = Object.keys(args).filter(
      (name) => JSON.stringify(args[name]) !== JSON.stringify(last[name]),
    );
    return names.map(markLine);
  }

  #approved(call: ToolCall): Permit {
    const offer = this.#offerOf(call);
    if (offer !== undefined)
      this.#lastArguments.set(this.#keyOf(call.serverId, offer), call.request.arguments);
    return { ok: true };
  }

  #approvedBefore(key: string, offer: Offer): AboutCall['approved'] {
    if (this.deps.consents.approval(key)?.definition === offer.definition) return 'always';
    return this.#session.get(key) === offer.definition ? 'this session' : undefined;
  }

  #offerOf({ serverId, request }: ToolCall): Offer | undefined {
    return this.deps
      .find(serverId)
      ?.offers.find(({ method, name }) => method === request.method && name === request.name);
  }

  /** A tool on a server as it was accepted: another command, address or folder is another server. */
  #keyOf(serverId: string, { method, name }: Offer): string {
    const config = this.deps.find(serverId)?.config;
    const text = JSON.stringify([config && identityOf(config), method, name]);
    return createHash('sha256').update(text).digest('hex');
  }
}

const scopeField: Field = {
  id: 'f0',
  name: 'scope',
  title: 'For how long',
  required: true,
  control: {
    kind: 'choice',
    options: [
      { id: 'o0', label: 'This call only', value: 'once' },
      { id: 'o1', label: 'Calls of this tool until Countersign is closed', value: 'session' },
      { id: 'o2', label: 'Calls of this tool always, as long as it stays as it is', value: 'always' },
    ],
  },
  suggestion: { kind: 'used', value: 'once', own: true },
};
