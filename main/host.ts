/** The host without its windows: the open questions, the calls and the connections, joined to each other. */
import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../core/audit.ts';
import type { Ending } from '../core/question.ts';
import type { KeptDigests } from './acceptedFile.ts';
import { Approvals } from './approvals.ts';
import { makeOpenBundled } from './bundledServer.ts';
import type { Clock } from './clock.ts';
import { Connections } from './connections.ts';
import type { Consents } from './consents.ts';
import { openExternal } from './externalBrowser.ts';
import type { Notices } from './notices.ts';
import { isOwn, whyNotShared } from './ownFolders.ts';
import { matches } from './pattern.ts';
import type { Places } from './places.ts';
import { Policy } from './policy.ts';
import { type Question, Questions } from './questions.ts';
import { isSampleAsWritten } from './sample.ts';
import { ServerTraits } from './serverTraits.ts';
import { SharedFolders } from './sharedFolders.ts';
import { ToolCalls } from './toolCalls.ts';
import { makeOpenTransport, type Programs } from './transport.ts';

export type HostDeps = {
  clock: Clock;
  places: Places;
  consents: Consents;
  notices: Notices;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  kept: KeptDigests;
  version: string;
  programs: Programs;
  /** Something that the workbench shows has changed. */
  changed: () => void;
  /** The windows of questions, which follow the questions. */
  questionsChanged: () => void;
  questionSettled: (question: Question, ending: Ending) => void;
  /** Calls or questions changed, which may be of the model. */
  refresh: () => void;
  /** Nothing may be armed while it holds. */
  holdArming: (held: boolean) => void;
};

export type Host = {
  questions: Questions;
  calls: ToolCalls;
  connections: Connections;
  approvals: Approvals;
  policy: Policy;
  traits: ServerTraits;
  roots: SharedFolders;
};

export function makeHost({
  clock,
  places,
  consents,
  notices,
  record,
  seal,
  kept,
  version,
  programs,
  ...tell
}: HostDeps): Host {
  const questions: Questions = new Questions({
    clock,
    newId: randomUUID,
    changed: () => {
      holdClocks(host);
      tell.refresh();
      tell.questionsChanged();
      tell.changed();
    },
    settled: (question, ending) => {
      tell.questionSettled(question, ending);
      followUp(host, notices, question, ending);
    },
  });
  const policy = new Policy({
    ...{ places, kept, questions, record, seal, changed: tell.changed },
    tell: (text) => notices.tell({ text, tone: 'warning' }),
  });
  const approvals: Approvals = new Approvals({
    ...{ questions, policy, consents, record, seal },
    find: (serverId) => connections.find(serverId),
    isTrusted: (connection) => traits.of(connection).trusted,
  });
  const warn = (text: string, serverId: string) => notices.tell({ text, serverId, tone: 'warning' });
  const traits = new ServerTraits({
    ...{ questions, consents, record, seal, tell: warn, changed: tell.changed },
  });
  const roots = new SharedFolders({
    ...{ questions, consents, record, seal, tell: warn, changed: tell.changed },
    whyNotShared: (folder) => whyNotShared(folder, places),
  });
  const drivesDesktop = (serverId: string): boolean => {
    const connection = connections.find(serverId);
    return connection !== undefined && traits.drivesDesktop(connection);
  };
  const valuesRecorded = (serverId: string): boolean => {
    const connection = connections.find(serverId);
    return connection !== undefined && traits.of(connection).valuesRecorded;
  };
  const calls: ToolCalls = new ToolCalls({
    clock,
    mayBeSent: (call) => approvals.mayBeSent(call),
    newId: randomUUID,
    record,
    seal,
    valuesRecorded,
    itsTurn: ({ serverId }) => (drivesDesktop(serverId) ? questions.whenNoneOpen() : undefined),
    changed: () => {
      tell.refresh();
      tell.holdArming(calls.atWork.some(({ serverId }) => drivesDesktop(serverId)));
      tell.changed();
    },
    over: () =>
      questions.withdraw(
        'call ended',
        (q) => q.callIds.length > 0 && !q.callIds.some((id) => calls.isOpen(id)),
      ),
    tell: warn,
  });
  const connections: Connections = new Connections({
    clock,
    open: makeOpenTransport(makeOpenBundled(places.filesServerAudit), programs),
    questions,
    calls,
    consents,
    matches,
    openExternal,
    record,
    seal,
    tell: (notice) => notices.tell(notice),
    changed: tell.changed,
    offersChanged: (connection) => {
      approvals.offersChanged(connection.config.serverId);
      traits.toolsKnown(connection);
    },
    rootsOf: (connection, callIds) => roots.tell(connection, callIds),
    valuesRecorded,
    version,
    isOwnSample: (config) => isSampleAsWritten(config, places.sample),
    isOwnFolder: (folder) => isOwn(folder, places),
  });
  const host: Host = { questions, calls, connections, approvals, policy, traits, roots };
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
