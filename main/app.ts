/** Builds every object and joins them, in order of dependency. Read this first. */
import { app, type BrowserWindow, dialog, powerMonitor, safeStorage, shell } from 'electron';
import type { AuditEvent } from '../core/audit.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { Activity } from './activity.ts';
import { makeAnswerInput } from './answerInput.ts';
import { type Assistant, makeAssistant } from './assistant.ts';
import { type Clock, systemClock } from './clock.ts';
import { Consents } from './consents.ts';
import { makeConversationHandlers } from './conversationHandlers.ts';
import { type Desktop, makeDesktop } from './desktop.ts';
import { exportConversation } from './exportConversation.ts';
import { openExternal } from './externalBrowser.ts';
import { Forwarder } from './forwarding.ts';
import { type Caller, makeHandlers } from './handlers.ts';
import { type Host, makeHost } from './host.ts';
import { listen } from './ipc.ts';
import type { Locale } from './locale.ts';
import { log } from './log.ts';
import { askAgainNatively } from './nativeConfirm.ts';
import { Notices } from './notices.ts';
import { openLink } from './openLink.ts';
import { openRecord } from './openRecord.ts';
import { matches } from './pattern.ts';
import { type Places, placesIn } from './places.ts';
import { isForRelease } from './printSecurity.ts';
import { askLoginShell, personEnvironment, type Variables } from './program/personEnvironment.ts';
import { RunningPrograms } from './program/runningPrograms.ts';
import { questionAddress } from './questionWindow.ts';
import { QuestionWindows } from './questionWindows.ts';
import { Refusals } from './refusals.ts';
import { ensureFirstStart, resetSample, sampleRules, sampleServerId } from './sample.ts';
import { makeServerHandlers } from './serverHandlers.ts';
import { Settings } from './settings.ts';
import { makeStartCall } from './startCall.ts';
import { Windows } from './windows.ts';
import { rulesView, workbenchView } from './workbenchView.ts';
import { makePush, makeWorkbench, workbenchAddress } from './workbenchWindow.ts';

export type Countersign = {
  workbench: BrowserWindow;
  /** Ends every question and call, stops every server, closes the record. */
  quit: () => Promise<void>;
};

/** `home` is the app's own folder, `out` where the pages and preloads lie. */
export async function startApp(
  home: string,
  out: string,
  locale: Locale,
  hidden: boolean,
): Promise<Countersign> {
  const clock = systemClock;
  const now = () => new Date(clock.now().wall);
  const places = placesIn(home);
  const first = await ensureFirstStart(places.servers, places.sample);
  const { log: audit, key, problems: early } = await openRecord(places, safeStorage, now);
  let forwarder: Forwarder | undefined;
  let assistant: Assistant | undefined;
  const record = (event: AuditEvent) => audit.record(event).then(() => forwarder?.wake());

  let desktop: Desktop | undefined;
  const settings = await Settings.open(places.settings, now, (text) => early.push(text));
  const workbench = makeWorkbench(out, settings.values.window, hidden);
  // What is told while the rest is being built is shown with the first snapshot.
  let view: ReturnType<typeof makeView> | undefined;
  const pushView = makePush(workbench, () => view?.());
  const push = () => {
    desktop?.update();
    pushView();
  };
  const notices = new Notices(() => clock.now().wall, push);
  const warn = (text: string) => notices.tell({ text, tone: 'warning' });
  for (const text of early) warn(text);
  const note = makeNote(record, notices);
  const consents = await Consents.open(places.consents, audit, now, warn);
  const running = new RunningPrograms(places.running, warn);
  const host = makeHost({
    programs: { running, home: app.getPath('home'), environment: onceAsked(warn) },
    ...{ clock, places, consents, notices, record, seal: key.seal, kept: audit, version: app.getVersion() },
    changed: push,
    questionsChanged: () => questionWindows.update(),
    questionSettled: (question, ending) => questionWindows.settled(question, ending),
    holdArming: (held) => questionWindows.hold(held),
    refresh: () => assistant?.conversations.refresh(),
  });
  await host.policy.start();
  if (first) await host.policy.begin(sampleRules);
  forwarder = new Forwarder({
    ...{ places, consents, clock, record, seal: key.seal, version: app.getVersion() },
    questions: host.questions,
    lastLine: () => audit.lastLine,
    tell: warn,
  });
  assistant = makeAssistant({
    ...{ host, workbench, consents, places, clock, out, record, store: safeStorage, seal: key.seal },
    ...{ tell: warn, changed: push },
  });
  await assistant.start();
  const { conversations, provider } = assistant;
  const snapshot = makeView(host, assistant, consents, notices, places, locale);
  view = snapshot;
  desktop = makeDesktop({
    ...{ workbench, settings, places, hidden },
    openCalls: () => host.calls.openCount,
    tell: warn,
  });

  const windows = new Windows<Caller>();
  windows.add(workbench.webContents.id, {
    kind: 'workbench',
    address: workbenchAddress,
    window: 'workbench',
  });
  const questionWindows: QuestionWindows = new QuestionWindows({
    ...{ questions: host.questions, workbench, clock, out, ...locale, record: note },
    added: (window) =>
      windows.add(window.browserWindow.webContents.id, {
        kind: 'question',
        address: questionAddress,
        window,
      }),
    removed: (id) => windows.remove(id),
  });
  const activity = new Activity(places.audit);
  const refusals = new Refusals(note);
  const stopListening = listen<Caller>({
    windows,
    refused: (channel, code, from) => refusals.add(channel, code, from),
    failed: (channel, error) => {
      log.error(channel, error);
      notices.tell({
        tone: 'warning',
        text: `Countersign failed at “${channel}”. The reason is in its log.`,
      });
    },
    handlers: makeHandlers({
      ...host,
      ...{ questionWindows, notices, view: snapshot },
      readActivity: (input) => activity.read(input),
      revokeApproval: async (key) => {
        const approval = consents.approval(key);
        if (approval === undefined) return;
        await record({ event: 'approval revoked', server: approval.serverId, tool: approval.tool });
        await consents.revoke(key);
        push();
      },
      revokeServer: async (serverId) => {
        if (consents.lastServer(serverId) === undefined) return;
        await record({ event: 'server revoked', server: serverId });
        await consents.revokeServer(serverId);
        await host.connections.find(serverId)?.stop('its permission was taken back');
        push();
      },
      answerInput: makeAnswerInput({
        ...{ questions: host.questions, clock, matches, decimalSign: locale.decimalSign },
        confirmNatively: (question) =>
          askAgainNatively(dialog, questionWindows.windowOf(question.questionId) ?? workbench),
        refused: (code, questionId) => refusals.add('question:answerInput', code, 'question', questionId),
      }),
      ...makeStartCall({ ...host, matches, decimalSign: locale.decimalSign }),
      conversationHandlers: makeConversationHandlers({
        ...{ conversations, provider },
        openLink: (url) =>
          openLink({ questions: host.questions, record, seal: key.seal, tell: warn, openExternal }, url),
        exportConversation: (conversation) =>
          exportConversation(dialog, workbench, conversation).then((text) =>
            notices.tell({ text, tone: 'info' }),
          ),
      }),
      serverHandlers: makeServerHandlers(),
      changeTraits: (connection) => void host.traits.ask(connection),
      changeRoots: (connection) => void host.roots.change(connection),
      resetSample: () => resetSample(places.sample),
      showPolicyFile: () => shell.showItemInFolder(places.policy),
      showAuditFile: () => shell.showItemInFolder(places.audit),
      showLogFile: () => shell.showItemInFolder(places.log),
      now: () => clock.now().monotonic,
    }),
  });
  watchPower(host, questionWindows);

  const sandbox = !app.commandLine.hasSwitch('no-sandbox');
  await record({
    event: 'app started',
    version: app.getVersion(),
    electron: process.versions.electron,
    sandbox,
  });
  await workbench.loadURL(workbenchAddress);
  void forwarder.start().catch((error: unknown) =>
    notices.tell({
      tone: 'warning',
      text: `Where the record is sent to stays as it was: ${String(error)}`,
    }),
  );
  void running.endLeftOver(limits.programEndMs).then(() => loadServers(host, notices, places));

  let quitting: Promise<void> | undefined;
  const quit = async () => {
    await desktop?.close();
    await assistant?.close();
    await end(host, questionWindows, clock);
    await record({ event: 'app quit' }).catch((error: unknown) => log.error('app quit', error));
    stopListening();
    await forwarder?.close();
    await audit.close();
  };
  return {
    workbench,
    quit: () => {
      quitting ??= quit();
      return quitting;
    },
  };
}

/** The login shell is asked once, as soon as something may have to be started. */
function onceAsked(tell: (text: string) => void): () => Promise<Variables> {
  const { platform, env: own } = process;
  const asked = personEnvironment({ own, platform, ask: askLoginShell, limitMs: limits.loginShellMs, tell });
  return () => asked;
}

/** A line of the record that nothing waits for; that it failed is told. */
const makeNote = (record: (event: AuditEvent) => Promise<void>, notices: Notices) => (event: AuditEvent) =>
  void record(event).catch((error: unknown) =>
    notices.tell({ tone: 'warning', text: `Something could not be recorded: ${String(error)}` }),
  );

const makeView =
  (
    host: Host,
    { conversations, provider }: Assistant,
    consents: Consents,
    notices: Notices,
    places: Places,
    locale: Locale,
  ) =>
  () =>
    workbenchView({
      conversations: { provider: provider.view, list: conversations.list },
      connections: host.connections.all,
      judge: (serverId, offer) => host.approvals.judgeOffer(serverId, offer),
      said: (connection) => ({ traits: host.traits.inForce(connection), roots: host.roots.of(connection) }),
      rules: rulesView(host.policy.policies, host.connections.all, consents, places.policy),
      toolCalls: host.calls.all,
      canGoOn: (callId) => host.calls.canGoOn(callId),
      open: host.questions.open,
      notices: [...notices.all],
      sample: {
        folder: places.sample,
        serverId: sampleServerId,
        tool: 'delete_file',
        filled: { filepath: 'notes.txt' },
      },
      auditFile: places.audit,
      locale: { ...locale, matches },
      warnings: warnings(),
    });

/** Only with rules that were looked at; that they could not be is told, and what to do. */
async function loadServers({ policy, connections }: Host, notices: Notices, places: Places): Promise<void> {
  try {
    await policy.look();
  } catch (error) {
    return notices.tell({
      tone: 'warning',
      text: `Your rules could not be taken up (${messageOf(error)}), so no server was started. Start Countersign again once that is mended.`,
    });
  }
  await connections.load(places.servers);
}

/** Time passes in sleep too; and nothing is armed that was armed before it, or before the screen was locked. */
function watchPower({ questions }: Host, questionWindows: QuestionWindows): void {
  powerMonitor.on('resume', () => {
    questions.expireOverdue();
    questionWindows.disturb('resumed');
  });
  powerMonitor.on('unlock-screen', () => questionWindows.disturb('unlocked'));
}

/** Each server gets its cancel, as far as that takes no longer than a second; then everything ends. */
async function end(
  { questions, calls, connections }: Host,
  windows: QuestionWindows,
  clock: Clock,
): Promise<void> {
  windows.quit();
  questions.withdraw('quit', () => true);
  const late = new Promise<void>((resolve) => clock.after(limits.quitMs, resolve));
  await Promise.race([connections.replied(), late]);
  calls.cancelAll('Countersign was closed');
  await connections.stopAll('Countersign was closed');
}

function warnings(): string[] {
  const { electron } = process.versions;
  const withoutSandbox = app.commandLine.hasSwitch('no-sandbox');
  return [
    !isForRelease() &&
      `Development runtime (Electron ${electron}, an out-of-date browser engine): for trying out and tests only.`,
    withoutSandbox && 'Started without the sandbox of the operating system.',
  ].filter((warning) => warning !== false);
}
