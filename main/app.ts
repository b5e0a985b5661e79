/** Builds every object and joins them, in order of dependency. Read this first. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, type BrowserWindow, dialog, powerMonitor, shell } from 'electron';
import type { AuditEvent } from '../core/audit.ts';
import { isWorthALine } from '../core/audit.ts';
import { limits } from '../core/limits.ts';
import type { Ending } from '../core/question.ts';
import { makeAnswerInput } from './answerInput.ts';
import { AuditLog } from './auditLog.ts';
import { makeOpenBundled } from './bundledServer.ts';
import { type Clock, systemClock } from './clock.ts';
import { Connections } from './connections.ts';
import { Consents } from './consents.ts';
import { type Caller, makeHandlers } from './handlers.ts';
import { listen } from './ipc.ts';
import type { Locale } from './locale.ts';
import { log } from './log.ts';
import { askAgainNatively } from './nativeConfirm.ts';
import { Notices } from './notices.ts';
import { matches } from './pattern.ts';
import { type Question, Questions } from './questions.ts';
import { questionAddress } from './questionWindow.ts';
import { QuestionWindows } from './questionWindows.ts';
import { ensureFirstStart, resetSample, sampleServerId } from './sample.ts';
import { makeStartCall } from './startCall.ts';
import { ToolCalls } from './toolCalls.ts';
import { makeOpenTransport } from './transport.ts';
import { Windows } from './windows.ts';
import { workbenchView } from './workbenchView.ts';
import { makePush, makeWorkbench, workbenchAddress } from './workbenchWindow.ts';

export type Countersign = {
  workbench: BrowserWindow;
  /** Ends every question and call, stops every server, closes the record. */
  quit: () => Promise<void>;
};

/** `home` is the app's own folder, `out` where the pages and preloads lie. */
export async function startApp(home: string, out: string, locale: Locale): Promise<Countersign> {
  const clock: Clock = systemClock;
  const now = () => new Date(clock.now().wall);
  const files = {
    servers: path.join(home, 'servers.json'),
    consents: path.join(home, 'consents.json'),
    audit: path.join(home, 'audit.jsonl'),
    filesServerAudit: path.join(home, 'files-server', 'audit.jsonl'),
    sample: path.join(home, 'sample'),
  };
  await ensureFirstStart(files.servers, files.sample);
  const audit = await AuditLog.open(files.audit, now);
  const record = (event: AuditEvent) => audit.record(event);
  /** A line that nothing waits for. */
  const note = (event: AuditEvent) =>
    void record(event).catch((error: unknown) =>
      notices.tell({ tone: 'warning', text: `Something could not be recorded: ${String(error)}` }),
    );

  const workbench = makeWorkbench(out);
  const push = makePush(workbench, () => view());
  const notices = new Notices(() => clock.now().wall, push);
  const consents = await Consents.open(files.consents, now, (text) =>
    notices.tell({ text, tone: 'warning' }),
  );

  const questions = new Questions({
    clock,
    newId: randomUUID,
    changed: () => {
      countOpenQuestions(questions, calls);
      questionWindows.update();
      push();
    },
    settled: (question, ending) => {
      questionWindows.settled(question, ending);
      followUp(question, ending);
    },
  });
  const calls: ToolCalls = new ToolCalls({
    clock,
    newId: randomUUID,
    record,
    changed: push,
    over: () =>
      questions.withdraw(
        'call ended',
        (q) => q.callIds.length > 0 && !q.callIds.some((id) => calls.isOpen(id)),
      ),
    tell: (text, serverId) => notices.tell({ text, serverId, tone: 'warning' }),
  });
  const connections = new Connections({
    open: makeOpenTransport(makeOpenBundled(files.filesServerAudit)),
    questions,
    calls,
    consents,
    matches,
    record,
    tell: (notice) => notices.tell(notice),
    changed: push,
    version: app.getVersion(),
    isOwnSample: (config) =>
      config.kind === 'bundled' && config.directories.length === 1 && config.directories[0] === files.sample,
  });

  const windows = new Windows<Caller>();
  windows.add(workbench.webContents.id, {
    kind: 'workbench',
    address: workbenchAddress,
    window: 'workbench',
  });
  const questionWindows: QuestionWindows = new QuestionWindows({
    questions,
    workbench,
    clock,
    out,
    decimalSign: locale.decimalSign,
    timeText: locale.timeText,
    record: note,
    added: (window) =>
      windows.add(window.browserWindow.webContents.id, {
        kind: 'question',
        address: questionAddress,
        window,
      }),
    removed: (id) => windows.remove(id),
  });

  const refusals = new Map<string, number>();
  const refused = (channel: string, code: string, from: string, question?: string) => {
    const times = (refusals.get(`${channel} ${code} ${from}`) ?? 0) + 1;
    refusals.set(`${channel} ${code} ${from}`, times);
    if (isWorthALine(times))
      note({
        event: 'answer refused',
        channel,
        code,
        from,
        times,
        ...(question === undefined ? {} : { question }),
      });
  };
  const answerInput = makeAnswerInput({
    questions,
    clock,
    matches,
    decimalSign: locale.decimalSign,
    confirmNatively: (question, window) => askAgainNatively(dialog, windowOf(question, window.questionId)),
    refused: (code, questionId) => refused('question:answerInput', code, 'question', questionId),
  });
  const stopListening = listen<Caller>({
    windows,
    refused,
    failed: (channel, error) => {
      log.error(channel, error);
      notices.tell({
        tone: 'warning',
        text: `Countersign failed at “${channel}”. The reason is in its log.`,
      });
    },
    handlers: makeHandlers({
      answerInput,
      startCall: makeStartCall({ connections, calls, matches, decimalSign: locale.decimalSign }),
      questionWindows,
      connections,
      calls,
      notices,
      view: () => view(),
      resetSample: () => resetSample(files.sample),
      showAuditFile: () => shell.showItemInFolder(files.audit),
      now: () => clock.now().monotonic,
    }),
  });

  function view() {
    return workbenchView({
      connections: connections.all,
      toolCalls: calls.all,
      open: questions.open,
      notices: [...notices.all],
      sample: {
        folder: files.sample,
        serverId: sampleServerId,
        tool: 'delete_file',
        filled: { filepath: 'notes.txt' },
      },
      auditFile: files.audit,
      locale: { ...locale, matches },
      warnings: warnings(),
    });
  }

  function windowOf(question: Question, shown: string | undefined): BrowserWindow {
    const window = shown === question.questionId ? questionWindows.windowOf(question.questionId) : undefined;
    return window ?? workbench;
  }

  /** What else the person asked to end with the question. */
  function followUp(question: Question, ending: Ending): void {
    if (ending.kind === 'cancelled' && ending.by === 'stop call')
      for (const callId of question.callIds) calls.cancel(callId, 'Cancelled by you, at its question');
    if (ending.kind === 'cancelled' && ending.by === 'mute server')
      connections.find(question.serverId)?.mute(true);
    if (ending.kind === 'expired')
      notices.tell({
        tone: 'info',
        serverId: question.serverId,
        text: 'A question was not answered in time. Nothing was accepted.',
      });
  }

  powerMonitor.on('resume', () => {
    questions.expireOverdue();
    questionWindows.disturb('resumed');
  });
  powerMonitor.on('unlock-screen', () => questionWindows.disturb('unlocked'));

  const sandbox = !app.commandLine.hasSwitch('no-sandbox');
  await record({
    event: 'app started',
    version: app.getVersion(),
    electron: process.versions.electron,
    sandbox,
  });
  await workbench.loadURL(workbenchAddress);
  void connections.load(files.servers);

  let quitting: Promise<void> | undefined;
  return { workbench, quit: () => (quitting ??= quit()) };

  async function quit(): Promise<void> {
    questionWindows.quit();
    questions.withdraw('quit', () => true);
    const late = new Promise<void>((resolve) => clock.after(limits.quitMs, resolve));
    await Promise.race([connections.replied(), late]);
    calls.cancelAll('Countersign was closed');
    await connections.stopAll('Countersign was closed');
    await record({ event: 'app quit' }).catch((error: unknown) => log.error('app quit', error));
    stopListening();
    await audit.close();
  }
}

/** Every call's clock stands still while a question that may be its own is open. */
function countOpenQuestions(questions: Questions, calls: ToolCalls): void {
  for (const call of calls.all.filter(({ callId }) => calls.isOpen(callId)))
    calls.questionsOpen(call.callId, questions.open.filter((q) => q.callIds.includes(call.callId)).length);
}

function warnings(): string[] {
  const old = Number.parseInt(process.versions.electron, 10) < 45;
  return [
    ...(old
      ? [
          `Development runtime (Electron ${process.versions.electron}, an out-of-date browser engine): for trying out and tests only.`,
        ]
      : []),
    ...(app.commandLine.hasSwitch('no-sandbox')
      ? ['Started without the sandbox of the operating system.']
      : []),
  ];
}
