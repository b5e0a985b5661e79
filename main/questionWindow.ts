/**
 * One question window: it shows one question in its life, in a session of its own. Main keeps here what it saw
 * for itself, when the window stood still and what was pressed in it; the page has no say in either.
 */
import path from 'node:path';
import { BrowserWindow, type InputEvent, screen, session } from 'electron';
import { questionMessage } from '../contract/ipc.ts';
import type { QuestionView } from '../contract/view.ts';
import {
  type Arming,
  type ArmingEvent,
  calmAt,
  isCalm,
  step as stepArming,
  unarmed,
} from '../core/arming.ts';
import { type GestureEvent, type Gestures, noGesture, step as stepGestures } from '../core/gesture.ts';
import { placeOver } from '../core/windowBounds.ts';
import { type Clock, whenDue } from './clock.ts';
import { protectSession, protectWindow, scheme, webPreferences } from './security.ts';

export const questionAddress = `${scheme}://question/index.html`;

export type QuestionWindowDeps = {
  /** Modal to this one. */
  parent: BrowserWindow;
  clock: Clock;
  /** The folder that holds `renderer/question` and `preload`. */
  out: string;
  /** Arming changed, or the page asks anew for what it shows: the view must be pushed again. */
  stale: (window: QuestionWindow) => void;
  /** The person closed it; main did not. */
  closedByPerson: (window: QuestionWindow) => void;
  crashed: (window: QuestionWindow) => void;
};

const width = 560;
const heights = { least: 260, most: 720 };
let partitions = 0;
const nextPartition = (): number => {
  partitions += 1;
  return partitions;
};

export class QuestionWindow {
  questionId: string | undefined;
  arming: Arming = unarmed;
  gestures: Gestures = noGesture;
  readonly browserWindow: BrowserWindow;
  /** Resolves when the page is there and can be given a question. */
  readonly loaded: Promise<void>;
  #callOffArming = () => {};
  #ended = false;
  #isLost = false;

  constructor(private readonly deps: QuestionWindowDeps) {
    // Without "persist:" it lives in memory and ends with the window.
    const own = session.fromPartition(`question-${nextPartition()}`);
    protectSession(own, 'question', path.join(deps.out, 'renderer/question'));
    this.browserWindow = new BrowserWindow({
      parent: deps.parent,
      modal: true,
      show: false,
      width,
      // It grows to what it shows, once that is known.
      height: heights.least,
      minWidth: 360,
      minHeight: heights.least,
      useContentSize: true,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: 'Countersign',
      webPreferences: {
        ...webPreferences(own, path.join(deps.out, 'preload/question.cjs')),
        devTools: false,
      },
    });
    // The application's menu belongs to the workbench.
    this.browserWindow.removeMenu();
    protectWindow(this.browserWindow);
    // Asks the system to keep the question out of screen captures; Linux has no such thing.
    this.browserWindow.setContentProtection(true);
    this.#listen();
    // Its question may have ended before it was there; else it is lost, like one that crashed.
    this.loaded = this.browserWindow.loadURL(questionAddress).catch(() => this.#lose());
  }

  get isVisible(): boolean {
    return !this.browserWindow.isDestroyed() && this.browserWindow.isVisible();
  }

  push(view: QuestionView): void {
    this.questionId = view.questionId;
    this.#ended = view.ended !== undefined;
    if (!this.browserWindow.isDestroyed()) this.browserWindow.webContents.send(questionMessage, view);
  }

  /** The page knows how high it is; the window is made to fit, within bounds, and shown. */
  showAt(contentHeight: number): void {
    const height = Math.round(Math.min(Math.max(contentHeight, heights.least), heights.most));
    const { browserWindow: window } = this;
    window.setContentSize(width, height);
    const { workArea } = screen.getDisplayMatching(this.deps.parent.getBounds());
    window.setBounds(placeOver(this.deps.parent.getBounds(), window.getBounds(), workArea));
    this.show();
  }

  show(): void {
    this.browserWindow.show();
    this.browserWindow.focus();
  }

  hide(): void {
    this.arm({ type: 'hidden' });
    this.browserWindow.hide();
  }

  destroy(): void {
    this.#ended = true;
    this.#callOffArming();
    if (!this.browserWindow.isDestroyed()) this.browserWindow.destroy();
  }

  arm(event: ArmingEvent): void {
    this.arming = stepArming(this.arming, event);
    this.#callOffArming();
    const now = this.deps.clock.now().monotonic;
    const calm = calmAt(this.arming);
    if (calm !== undefined && calm > now)
      this.#callOffArming = whenDue(
        this.deps.clock,
        () => calm - this.#now(),
        () => this.deps.stale(this),
      );
    this.deps.stale(this);
  }

  spendGesture(): void {
    this.gestures = stepGestures(this.gestures, { type: 'used' });
  }

  #now(): number {
    return this.deps.clock.now().monotonic;
  }

  #listen(): void {
    const { browserWindow: window } = this;
    window.on('show', () => this.arm({ type: 'shown', at: this.#now() }));
    window.on('focus', () => this.arm({ type: 'focused', at: this.#now() }));
    window.on('blur', () => this.arm({ type: 'blurred' }));
    window.on('move', () => this.arm({ type: 'moved', at: this.#now() }));
    window.on('resize', () => this.arm({ type: 'resized', at: this.#now() }));
    window.on('close', (event) => {
      event.preventDefault();
      this.deps.closedByPerson(this);
    });
    window.webContents.on('input-event', (_event, input) => this.#pressed(input));
    // Keys that were meant for something else are swallowed until the dialog has stood still.
    window.webContents.on('before-input-event', (event, { key }) => {
      // While it is held, who can use no pointer can still say no.
      const mayPass = isCalm(this.arming, this.#now()) || (this.arming.held && key === 'Escape');
      if (!mayPass) event.preventDefault();
    });
    window.webContents.on('render-process-gone', () => this.#lose());
    // Also after a reload: the page has nothing then, and nothing of it has been seen.
    window.webContents.on('did-finish-load', () => {
      this.arming = { ...this.arming, painted: false, unseen: unarmed.unseen };
      this.deps.stale(this);
    });
  }

  #lose(): void {
    if (this.#ended || this.#isLost) return;
    this.#isLost = true;
    this.deps.crashed(this);
  }

  #pressed(input: InputEvent): void {
    const event = pressOf(input, this.#now());
    if (event !== undefined) this.gestures = stepGestures(this.gestures, event);
  }
}

/** Electron tells more of a key than its types do (seen in 33 and in 45's source). */
type Input = InputEvent & { key?: string; isAutoRepeat?: boolean };

/** Only what can press a button counts: the primary pointer button, Enter and Space. */
function pressOf(input: Input, at: number): GestureEvent | undefined {
  switch (input.type) {
    case 'mouseDown':
    case 'mouseUp':
      if (!input.modifiers?.includes('leftbuttondown')) return undefined;
      return { type: input.type === 'mouseDown' ? 'down' : 'up', kind: 'pointer', at };
    case 'rawKeyDown':
    case 'keyDown':
      if (!pressesButtons(input)) return undefined;
      return input.isAutoRepeat ? { type: 'repeat' } : { type: 'down', kind: 'key', at };
    case 'keyUp':
      return pressesButtons(input) ? { type: 'up', kind: 'key', at } : undefined;
    default:
      return undefined;
  }
}

const pressesButtons = (input: Input): boolean => input.key === 'Enter' || input.key === ' ';
