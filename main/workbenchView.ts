/** Main's state → what the workbench draws. Text of servers is made safe here, and long results are cut and said to be. */
import type {
  CallView,
  OpenQuestionView,
  RulesView,
  ServerView,
  ToolView,
  WorkbenchView,
} from '../contract/view.ts';
import type { Matches } from '../core/answer.ts';
import type { CallResult } from '../core/call.ts';
import type { Doing } from '../core/connection.ts';
import { readable } from '../core/definition.ts';
import { readForm } from '../core/form.ts';
import { limits } from '../core/limits.ts';
import type { Offer } from '../core/offer.ts';
import { markLine, markText } from '../core/plainText.ts';
import { becauseText, inert, type Judgement, type Policies } from '../core/policy.ts';
import { ruleText } from '../core/policyFile.ts';
import { fieldView } from '../core/questionView.ts';
import { resultText } from '../core/resultText.ts';
import { type Traits, traitsText } from '../core/serverTraits.ts';
import type { Connection } from './connection.ts';
import { addressOf } from './connections.ts';
import type { Consents } from './consents.ts';
import type { Question } from './questions.ts';
import type { ToolCall } from './toolCalls.ts';

export type ViewLocale = { decimalSign: '.' | ','; timeText: (at: number) => string; matches: Matches };

type Judge = (serverId: string, offer: Offer) => Judgement;

/** What the person said of a server, and which folders it is told of. */
export type Described = { traits: Traits; roots: readonly string[] | null };
type Said = (connection: Connection) => Described;

export function serverView(
  connection: Connection,
  locale: ViewLocale,
  judge: Judge,
  { traits, roots }: Described,
): ServerView {
  const { config, state, lastError } = connection;
  return {
    serverId: config.serverId,
    kind: config.kind,
    address: addressOf(config),
    state: state.state,
    stuck: connection.stuck,
    transport:
      config.kind === 'program' ? 'stdio' : config.kind === 'remote' ? 'streamable HTTP' : 'message port',
    capabilities: [],
    environment: connection.environment.map(markLine),
    noise: connection.noise,
    signIn: 'none',
    muted: connection.muted,
    traits: traitsText(traits),
    roots: roots === null ? null : roots.map(markLine),
    tools: connection.offers.map((tool) => toolView(tool, judge(config.serverId, tool), locale)),
    log: [...connection.log],
    ...(state.state === 'failed' || state.state === 'pausing' ? { reason: markText(state.message) } : {}),
    ...(state.state === 'pausing' ? { startsAgainAt: state.startsAgainAt } : {}),
    ...(state.state === 'starting' ? { doing: doingText[state.doing] } : {}),
    ...(lastError === undefined ? {} : { lastError: { ...lastError, text: markText(lastError.text) } }),
    ...(state.state === 'ready'
      ? {
          protocolVersion: markLine(state.protocolVersion),
          claim: markLine(`${state.claim.name} ${state.claim.version}`.trim()),
        }
      : {}),
  };
}

const doingText: Record<Doing, string> = {
  connecting: 'Connecting…',
  'signing in': 'Waiting for you to sign in…',
  listing: 'Asking what it offers…',
};

function toolView(tool: Offer, judged: Judgement, locale: ViewLocale): ToolView {
  return {
    method: tool.method,
    name: markLine(tool.name),
    judged: { effect: judged.effect, because: markLine(becauseText(judged.because)) },
    input: inputView(tool, locale),
    ...(tool.title === undefined ? {} : { title: markLine(tool.title) }),
    ...(tool.description === undefined ? {} : { description: markText(tool.description) }),
  };
}

/** The same reading as for a question; what it cannot draw whole is entered as JSON here, where the person is the author. */
function inputView(tool: Offer, { decimalSign, matches }: ViewLocale): ToolView['input'] {
  const form = readForm(tool.inputSchema, matches);
  return form.ok
    ? { kind: 'fields', fields: form.fields.map((field) => fieldView(field, decimalSign)) }
    : { kind: 'json', why: markLine(`No form can be drawn: ${form.detail}.`) };
}

function aboutOf(kind: Question['body']['kind']): OpenQuestionView['about'] {
  switch (kind) {
    case 'form':
    case 'url':
      return 'a question';
    case 'approval':
      return 'an approval';
    case 'policy':
      return 'the rules';
    case 'forwarding':
      return 'where the record is sent';
    case 'program':
    case 'remote':
    case 'folders':
      return 'a permission';
    case 'traits':
      return 'what it may do';
    case 'roots':
      return 'your folders';
    case 'provider':
      return 'your model';
    case 'link':
      return 'a link';
    default:
      return kind satisfies never;
  }
}

export const questionInWorkbench = (
  question: Question,
  timeText: ViewLocale['timeText'],
): OpenQuestionView => ({
  questionId: question.questionId,
  about: aboutOf(question.body.kind),
  serverId: question.serverId,
  tools: [...question.tools],
  state: question.state.state === 'settled' ? 'waiting' : question.state.state,
  until: { at: question.deadline.wall, text: timeText(question.deadline.wall) },
});

export function callView(call: ToolCall, canGoOn: boolean): CallView {
  const outcome = outcomeOf(call);
  return {
    callId: call.callId,
    serverId: call.serverId,
    tool: markLine(call.tool),
    by: call.by,
    sent: markText(JSON.stringify(call.request.arguments, undefined, 2)),
    startedAt: call.startedAt,
    state: call.state.state,
    canGoOn,
    ...(call.endedAt === undefined ? {} : { endedAt: call.endedAt }),
    ...(outcome === undefined ? {} : { outcome: shorten(markText(outcome)) }),
    ...(call.state.state === 'done' ? ofResult(call.state.result) : {}),
  };
}

const ofResult = ({ isError, remark }: CallResult): Pick<CallView, 'isError' | 'remark'> => ({
  isError,
  ...(remark === undefined ? {} : { remark: markText(remark) }),
});

function outcomeOf({ state }: ToolCall): string | undefined {
  switch (state.state) {
    case 'done':
      return resultText(state.result);
    case 'failed':
      return state.message;
    case 'cancelled':
    case 'not sent':
      return state.why;
    default:
      return undefined;
  }
}

const shorten = (text: string): string =>
  text.length <= limits.shownResultCharacters
    ? text
    : `${text.slice(0, limits.shownResultCharacters)}\n[${text.length - limits.shownResultCharacters} more characters are not shown]`;

export type WorkbenchState = Omit<WorkbenchView, 'servers' | 'calls' | 'questions' | 'locale'> & {
  connections: readonly Connection[];
  judge: Judge;
  said: Said;
  toolCalls: readonly ToolCall[];
  canGoOn: (callId: string) => boolean;
  open: readonly Question[];
  locale: ViewLocale & { tag: string };
};

export function workbenchView({
  connections,
  judge,
  said,
  toolCalls,
  canGoOn,
  open,
  locale,
  ...rest
}: WorkbenchState): WorkbenchView {
  return {
    ...rest,
    servers: connections.map((each) => serverView(each, locale, judge, said(each))),
    calls: toolCalls.map((call) => callView(call, canGoOn(call.callId))),
    questions: open.map((question) => questionInWorkbench(question, locale.timeText)),
    locale: { tag: locale.tag, decimalSign: locale.decimalSign },
  };
}

/** What decides whether a call is sent, for the page of rules. */
export function rulesView(
  { accepted, onDisk, machine }: Policies,
  connections: readonly Connection[],
  { approvals, servers }: Pick<Consents, 'approvals' | 'servers'>,
  file: string,
): RulesView {
  const known = connections
    .filter(({ state }) => state.state === 'ready')
    .map(({ config, offers }) => ({ serverId: config.serverId, tools: offers.map(({ name }) => name) }));
  const without = inert(accepted, known);
  return {
    file: markLine(file),
    rules: accepted.map((rule) => ({ text: markLine(ruleText(rule)), inert: without.includes(rule) })),
    pending: onDisk !== undefined,
    machine: machine === undefined ? 'none' : machine === 'unreadable' ? 'unreadable' : 'in force',
    approvals: approvals.map(({ key, serverId, tool, since, definition }) => ({
      ...{ key, serverId: markLine(serverId), tool: markLine(tool), since: Date.parse(since) },
      definition: markText(readable(definition)),
    })),
    servers: servers.map(([serverId, { facts }]) => ({
      ...{ serverId, entry: facts.map(({ text }) => markLine(text)) },
    })),
  };
}
