/** The host without its windows: the open questions, the calls and the connections, joined to each other. */
import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../core/audit.ts';
import type { Ending } from '../core/question.ts';
import { Approvals } from './approvals.ts';
import { makeOpenBundled } from './bundledServer.ts';
import type { Clock } from './clock.ts';
import { Connections } from './connections.ts';
import type { Consents } from './consents.ts';
import { openExternal } from './externalBrowser.ts';
import type { Notices } from './notices.ts';
import { matches } from './pattern.ts';
import type { Places } from './places.ts';
import { Policy } from './policy.ts';
import { type Question, Questions } from './questions.ts';
import { isSampleAsWritten } from './sample.ts';
import { ToolCalls } from './toolCalls.ts';
import { makeOpenTransport } from './transport.ts';

export type HostDeps = {
  clock: Clock;
  places: Places;
  consents: Consents;
  notices: Notices;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  version: string;
  /** Something that the workbench shows has changed. */
  changed: () => void;
  /** The windows of questions, which follow the questions. */
  questionsChanged: () => void;
  questionSettled: (question: Question, ending: Ending) => void;
};

export type Host = {
  questions: Questions;
  calls: ToolCalls;
  connections: Connections;
  approvals: Approvals;
  policy: Policy;
};

export function makeHost({
  clock,
  places,
  consents,
  notices,
  record,
  seal,
  version,
  ...tell
}: HostDeps): Host {
  const questions: Questions = new Questions({
    clock,
    newId: randomUUID,
    changed: () => {
      holdClocks(host);
      tell.questionsChanged();
      tell.changed();
    },
    settled: (question, ending) => {
      tell.questionSettled(question, ending);
      followUp(host, notices, question, ending);
    },
  });
  const policy = new Policy({
    ...{ places, questions, record, seal, changed: tell.changed },
    tell: (text) => notices.tell({ text, tone: 'warning' }),
  });
  const approvals: Approvals = new Approvals({
    ...{ questions, policy, consents, record, seal },
    find: (serverId) => connections.find(serverId),
  });
  const calls: ToolCalls = new ToolCalls({
    clock,
    mayBeSent: (call) => approvals.mayBeSent(call),
    newId: randomUUID,
    record,
    seal,
    changed: tell.changed,
    over: () =>
      questions.withdraw(
        'call ended',
        (q) => q.callIds.length > 0 && !q.callIds.some((id) => calls.isOpen(id)),
      ),
    tell: (text, serverId) => notices.tell({ text, serverId, tone: 'warning' }),
  });
  const connections: Connections = new Connections({
    open: makeOpenTransport(makeOpenBundled(places.filesServerAudit)),
    questions,
    calls,
    consents,
    matches,
    openExternal,
    record,
    seal,
    tell: (notice) => notices.tell(notice),
    changed: tell.changed,
    offersChanged: (serverId) => approvals.offersChanged(serverId),
    version,
    isOwnSample: (config) => isSampleAsWritten(config, places.sample),
  });
  const host: Host = { questions, calls, connections, approvals, policy };
  return host;
}

/** Every call's clock stands still while a question that may be its own is open. */
function holdClocks({ questions, calls }: Host): void {
  for (const { callId } of calls.all.filter((call) => calls.isOpen(call.callId)))
    calls.questionsOpen(callId, questions.open.filter((q) => q.callIds.includes(callId)).length);
}

/** What else the person asked to end with the question, and what no dialog has told. */
function followUp({ calls, connections }: Host, notices: Notices, question: Question, ending: Ending): void {
  const { serverId, callIds } = question;
  if (ending.kind === 'cancelled' && ending.by === 'stop call')
    for (const callId of callIds) calls.cancel(callId, 'Cancelled by you, at its question');
  if (ending.kind === 'cancelled' && ending.by === 'mute server') connections.find(serverId)?.mute(true);
  if (ending.kind === 'expired')
    notices.tell({
      tone: 'info',
      serverId,
      text: 'A question was not answered in time. Nothing was accepted.',
    });
}
