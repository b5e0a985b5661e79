/**
 * Which question is on screen. One at a time, in turn between servers; set aside ones keep their window, hidden,
 * with what was typed. A spare window, loaded and hidden, waits for the next, so that a question is there at once.
 */
import { BrowserWindow, Notification } from 'electron';
import type { QuestionView } from '../contract/view.ts';
import type { AuditEvent } from '../core/audit.ts';
import { tellEnding } from '../core/ending.ts';
import { limits } from '../core/limits.ts';
import { type Ending, timeLeft } from '../core/question.ts';
import { armingView, bodyView } from '../core/questionView.ts';
import { nextInTurn } from '../core/turn.ts';
import type { Clock } from './clock.ts';
import type { Question, Questions } from './questions.ts';
import { QuestionWindow } from './questionWindow.ts';

export type QuestionWindowsDeps = {
  questions: Questions;
  workbench: BrowserWindow;
  clock: Clock;
  out: string;
  decimalSign: '.' | ',';
  timeText: (at: number) => string;
  record: (event: AuditEvent) => void;
  /** So that `ipc.ts` knows the window, and forgets it. */
  added: (window: QuestionWindow) => void;
  removed: (webContentsId: number) => void;
};

export class QuestionWindows {
  readonly #windows = new Map<string, QuestionWindow>();
  #spare: QuestionWindow;
  /** The question on screen, or the ended one that still says why it ended. */
  #onScreen: string | undefined;
  #lastServerId: string | undefined;
  #notifiedFor: string | undefined;
  #quitting = false;
  #held = false;

  constructor(private readonly deps: QuestionWindowsDeps) {
    this.#spare = this.#make();
    deps.workbench.on('focus', () => this.comeForward());
  }

  /** After any change of the questions: shows the next one if none is on screen. */
  update(): void {
    if (this.#quitting) return;
    this.#expireUnseen();
    if (this.#onScreen === undefined) this.#showNext();
    for (const window of this.#windows.values()) this.#push(window);
  }

  /** The workbench came to the front: a dialog that waits for that is raised, an open one gets the focus back. */
  comeForward(): void {
    if (this.#quitting) return;
    if (this.#onScreen === undefined) return this.update();
    this.#windows.get(this.#onScreen)?.browserWindow.focus();
  }

  bringBack(questionId: string): boolean {
    const question = this.deps.questions.find(questionId);
    if (question === undefined || (this.#onScreen !== undefined && this.#onScreen !== questionId))
      return false;
    this.#present(question);
    return true;
  }

  setAside(window: QuestionWindow): void {
    if (window.questionId === undefined) return;
    window.hide();
    this.#onScreen = undefined;
    this.deps.record({ event: 'question set aside', question: window.questionId });
    this.deps.questions.setAside(window.questionId);
  }

  /** The page has drawn the question: the window is sized and shown, and the question counts as seen. */
  drawn(window: QuestionWindow, height: number): void {
    const question =
      window.questionId === undefined ? undefined : this.deps.questions.find(window.questionId);
    if (question === undefined || window.questionId !== this.#onScreen) return;
    if (window.isVisible) return;
    window.showAt(height);
    if (!question.everShown) this.deps.record({ event: 'question shown', question: question.questionId });
    this.deps.questions.markShown(question.questionId);
  }

  settled(question: Question, ending: Ending): void {
    const window = this.#windows.get(question.questionId);
    if (window === undefined) return;
    if (!window.isVisible || endedByPerson(ending)) return this.#drop(window);
    window.push({ ...this.#view(question, window), ended: tellEnding(ending) });
    this.deps.clock.after(limits.endedShownMs, () => this.#drop(window));
  }

  windowOf(questionId: string): BrowserWindow | undefined {
    return this.#windows.get(questionId)?.browserWindow;
  }

  quit(): void {
    this.#quitting = true;
    for (const window of [...this.#windows.values(), this.#spare]) window.destroy();
  }

  /** After sleep or an unlocked screen nothing is armed that was armed before. */
  disturb(type: 'resumed' | 'unlocked'): void {
    const at = this.deps.clock.now().monotonic;
    for (const window of this.#windows.values()) window.arm({ type, at });
  }

  /** While it holds nothing is armed: a server that can press keys and buttons is at work. */
  hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    for (const window of this.#windows.values()) this.#armOrHold(window);
  }

  #armOrHold(window: QuestionWindow): void {
    window.arm(this.#held ? { type: 'held' } : { type: 'released', at: this.deps.clock.now().monotonic });
  }

  #showNext(): void {
    const waiting = this.deps.questions.open.filter(({ state }) => state.state === 'waiting');
    const next = nextInTurn(waiting, this.#lastServerId);
    const question = next && this.deps.questions.find(next.questionId);
    if (question === undefined) return;
    if (BrowserWindow.getFocusedWindow() === null) return this.#notify(question);
    this.#present(question);
  }

  #present(question: Question): void {
    this.#onScreen = question.questionId;
    this.#lastServerId = question.serverId;
    const known = this.#windows.get(question.questionId);
    if (known) {
      known.show();
      this.deps.questions.markShown(question.questionId);
      return;
    }
    const window = this.#spare;
    this.#spare = this.#make();
    this.#windows.set(question.questionId, window);
    if (this.#held) this.#armOrHold(window);
    window.questionId = question.questionId;
    void window.loaded.then(() => this.#push(window));
  }

  /** Too little time to read and answer: it ends unseen and is told, and is never flashed at the person. */
  #expireUnseen(): void {
    const now = this.deps.clock.now();
    for (const question of this.deps.questions.open) {
      const late = timeLeft(question.deadline, now) < limits.leastTimeToShowMs;
      if (
        late &&
        !question.everShown &&
        question.state.state === 'waiting' &&
        question.questionId !== this.#onScreen
      )
        this.deps.questions.settle(question.questionId, { kind: 'expired', seen: false });
    }
  }

  /** It never takes the focus from another application, and no text of the question leaves the dialog. */
  #notify(question: Question): void {
    if (this.#notifiedFor === question.questionId) return;
    this.#notifiedFor = question.questionId;
    this.deps.workbench.flashFrame(true);
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title: 'Countersign', body: 'A question is waiting for you.' });
    notification.on('click', () => this.deps.workbench.focus());
    notification.show();
  }

  #make(): QuestionWindow {
    const window = new QuestionWindow({
      parent: this.deps.workbench,
      clock: this.deps.clock,
      out: this.deps.out,
      stale: (stale) => this.#push(stale),
      closedByPerson: (closed) => this.#closed(closed),
      crashed: (crashed) => this.#crashed(crashed),
    });
    this.deps.added(window);
    const { id } = window.browserWindow.webContents;
    window.browserWindow.on('closed', () => this.deps.removed(id));
    return window;
  }

  #closed(window: QuestionWindow): void {
    const { questionId } = window;
    if (this.#quitting || questionId === undefined) return;
    const ended = !this.deps.questions.settle(questionId, { kind: 'cancelled', by: 'window closed' });
    if (ended) this.#drop(window);
  }

  /** Shown again in a fresh window while it is open; a page that crashes twice is not believed a third time. */
  #crashed(window: QuestionWindow): void {
    const question =
      window.questionId === undefined ? undefined : this.deps.questions.find(window.questionId);
    if (question === undefined) {
      if (window === this.#spare) this.#spare = this.#make();
      return window.destroy();
    }
    question.windowsLost += 1;
    this.deps.record({ event: 'window lost', question: question.questionId });
    this.#windows.delete(question.questionId);
    window.destroy();
    if (question.windowsLost < 2) return this.#present(question);
    this.#onScreen = undefined;
    const refusal = { kind: 'window lost' as const, detail: 'its window crashed twice' };
    this.deps.questions.settle(question.questionId, { kind: 'refused', refusal });
  }

  #drop(window: QuestionWindow): void {
    const { questionId } = window;
    window.destroy();
    if (questionId === undefined) return;
    this.#windows.delete(questionId);
    if (this.#onScreen === questionId) this.#onScreen = undefined;
    this.update();
  }

  #push(window: QuestionWindow): void {
    const question =
      window.questionId === undefined ? undefined : this.deps.questions.find(window.questionId);
    if (question !== undefined) window.push(this.#view(question, window));
  }

  #view(question: Question, window: QuestionWindow): QuestionView {
    const { deadline, server, tools, again, body } = question;
    const others = this.deps.questions.open.filter((q) => q !== question && q.state.state === 'waiting');
    return {
      questionId: question.questionId,
      server,
      calls: [...tools],
      again,
      moreWaiting: others.length,
      until: { at: deadline.wall, text: this.deps.timeText(deadline.wall) },
      arming: armingView(window.arming, this.deps.clock.now().monotonic),
      body: bodyView(body, this.deps.decimalSign),
    };
  }
}

const endedByPerson = (ending: Ending): boolean =>
  ending.kind === 'accepted' || ending.kind === 'declined' || ending.kind === 'cancelled';
