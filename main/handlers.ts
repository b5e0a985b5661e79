/** One line for each channel: what it causes. Who may call it is settled before (`ipc.ts`). */
import type { ActivityInput, ActivityPage, Result } from '../contract/ipc.ts';
import type { WorkbenchView } from '../contract/view.ts';
import type { makeAnswerInput } from './answerInput.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { makeConversationHandlers } from './conversationHandlers.ts';
import type { Handlers } from './ipc.ts';
import type { Notices } from './notices.ts';
import type { QuestionWindow } from './questionWindow.ts';
import type { QuestionWindows } from './questionWindows.ts';
import type { makeServerHandlers } from './serverHandlers.ts';
import type { makeStartCall } from './startCall.ts';
import type { ToolCalls } from './toolCalls.ts';

/** The calling window: a question window, or the workbench. */
export type Caller = QuestionWindow | 'workbench';

export type HandlersDeps = {
  answerInput: ReturnType<typeof makeAnswerInput>;
  startCall: ReturnType<typeof makeStartCall>['startCall'];
  repeatCall: ReturnType<typeof makeStartCall>['repeatCall'];
  questionWindows: QuestionWindows;
  connections: Connections;
  calls: ToolCalls;
  notices: Notices;
  view: () => WorkbenchView;
  resetSample: () => Promise<void>;
  readActivity: (input: ActivityInput) => Promise<ActivityPage>;
  revokeApproval: (key: string) => Promise<void>;
  changeTraits: (connection: Connection) => void;
  changeRoots: (connection: Connection) => void;
  conversationHandlers: ReturnType<typeof makeConversationHandlers>;
  serverHandlers: ReturnType<typeof makeServerHandlers>;
  revokeServer: (serverId: string) => Promise<void>;
  showPolicyFile: () => void;
  showAuditFile: () => void;
  showLogFile: () => void;
  now: () => number;
};

const done: Result<null> = { ok: true, value: null };
const no = (code: string, message: string) => ({ ok: false as const, code, message });

export function makeHandlers(deps: HandlersDeps): Handlers<Caller> {
  return {
    question: {
      answerInput: (input, window) =>
        inQuestion(window, (w) =>
          deps.answerInput(input, {
            ...{ questionId: w.questionId, arming: w.arming, gestures: w.gestures },
            spendGesture: () => w.spendGesture(),
            setAside: () => deps.questionWindows.setAside(w),
          }),
        ),
      drawn: ({ questionId, height }, window) =>
        inQuestion(window, (w) => whenShowing(w, questionId, () => deps.questionWindows.drawn(w, height))),
      painted: ({ questionId }, window) =>
        inQuestion(window, (w) =>
          whenShowing(w, questionId, () => w.arm({ type: 'painted', at: deps.now() })),
        ),
      seen: ({ questionId, unseen }, window) =>
        inQuestion(window, (w) => whenShowing(w, questionId, () => w.arm({ type: 'seen', unseen }))),
    },
    workbench: {
      getView: () => ({ ok: true, value: deps.view() }),
      startCall: (input) => deps.startCall(input),
      cancelCall: ({ callId }) => {
        deps.calls.cancel(callId, 'Cancelled by you');
        return done;
      },
      retryCall: ({ callId }) => retryCall(deps, callId),
      bringBack: ({ questionId }) =>
        deps.questionWindows.bringBack(questionId)
          ? done
          : no('not-now', 'It is not open, or another question is on screen.'),
      startServer: ({ serverId }) =>
        withConnection(deps, serverId, (connection) => void deps.connections.start(connection)),
      stopServer: ({ serverId }) =>
        withConnection(deps, serverId, (connection) => void connection.stop('stopped by the person')),
      readActivity: async (input) => ({ ok: true, value: await deps.readActivity(input) }),
      revokeApproval: async ({ key }) => {
        await deps.revokeApproval(key);
        return done;
      },
      revokeServer: async ({ serverId }) => {
        await deps.revokeServer(serverId);
        return done;
      },
      showPolicyFile: () => {
        deps.showPolicyFile();
        return done;
      },
      ...deps.conversationHandlers,
      ...deps.serverHandlers,
      changeTraits: ({ serverId }) => withConnection(deps, serverId, deps.changeTraits),
      changeRoots: ({ serverId }) => withConnection(deps, serverId, deps.changeRoots),
      unmuteServer: ({ serverId }) => withConnection(deps, serverId, (connection) => connection.mute(false)),
      resetSample: async () => {
        await deps.resetSample();
        return done;
      },
      dismissNotice: ({ noticeId }) => {
        deps.notices.dismiss(noticeId);
        return done;
      },
      showAuditFile: () => {
        deps.showAuditFile();
        return done;
      },
      showLogFile: () => {
        deps.showLogFile();
        return done;
      },
    },
  };
}

function inQuestion<T>(caller: Caller, run: (window: QuestionWindow) => T): T | Result<never> {
  return caller === 'workbench' ? no('wrong-window', 'This window may not do that.') : run(caller);
}

/** What a spare window says, or one that shows another question by now, is not believed. */
function whenShowing(window: QuestionWindow, questionId: string, run: () => void): Result<null> {
  if (window.questionId !== questionId)
    return no('other-question', 'This window does not show that question.');
  run();
  return done;
}

/** A call that waits for it goes on; one whose server still waits itself is ended, and the same is called anew. */
function retryCall({ calls, repeatCall }: HandlersDeps, callId: string): Result<null> {
  if (calls.canGoOn(callId)) {
    calls.goOn(callId);
    return done;
  }
  const call = calls.all.find((known) => known.callId === callId);
  if (call?.state.state !== 'waiting for the browser')
    return no('not-waiting', 'This call does not wait for the browser.');
  calls.cancel(callId, 'Ended by you, to call it anew');
  const started = repeatCall(call);
  return started.ok ? done : started;
}

function withConnection(
  { connections }: HandlersDeps,
  serverId: string,
  run: (connection: Connection) => void,
): Result<null> {
  const connection = connections.find(serverId);
  if (connection === undefined) return no('no-server', 'There is no server of this name.');
  run(connection);
  return done;
}
