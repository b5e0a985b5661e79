/**
 * The question window's bridge: one object with one function. The question itself comes to the page as a message;
 * what is said here besides (drawn, painted, seen) is out of the page's reach and can only delay an accept.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { type AnswerInput, channelName, type QuestionBridge, questionMessage } from '../contract/ipc.ts';
import type { QuestionView } from '../contract/view.ts';
import type { Unseen } from '../core/arming.ts';

const bridge: QuestionBridge = {
  answerInput: (input: AnswerInput) => ipcRenderer.invoke(channelName('question', 'answerInput'), input),
};
contextBridge.exposeInMainWorld('countersign', bridge);

/** The question that this window was given; a window shows one in its life. */
let questionId: string | undefined;
let lastUnseen = 'nothing reported';

ipcRenderer.on(questionMessage, (_event, view: QuestionView) => {
  window.postMessage({ countersign: 'question', view }, '*');
  if (questionId === view.questionId) return;
  questionId = view.questionId;
  void whenDrawn(view.questionId).then(reportDrawn);
});

const say = (channel: 'drawn' | 'painted' | 'seen', input: object): Promise<unknown> =>
  ipcRenderer.invoke(channelName('question', channel), { questionId, ...input });

/** Resolves when the page has the question in its document; a hidden window gets no frames, so this is no frame. */
function whenDrawn(id: string): Promise<Element> {
  const find = () => document.querySelector(`[data-question-id="${CSS.escape(id)}"]`);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => check());
    const check = () => {
      const found = find();
      if (found === null) return;
      observer.disconnect();
      resolve(found);
    };
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    check();
  });
}

async function reportDrawn(root: Element): Promise<void> {
  await say('drawn', { height: naturalHeight(root) });
  await twoFrames();
  await say('painted', {});
  watchSeen();
}

/** How high the page would be if nothing had to be scrolled. */
function naturalHeight(root: Element): number {
  const scrolled = document.querySelector('#scroll') ?? root;
  return Math.ceil(root.scrollHeight - scrolled.clientHeight + scrolled.scrollHeight);
}

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Which ends have been on screen. Once seen is seen: scrolling back does not take it away. */
function watchSeen(): void {
  const seen = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) seen.add(entry.target);
    report();
  });
  const report = () => reportSeen(seen);
  for (const end of document.querySelectorAll('[data-must-see]')) observer.observe(end);
  document.addEventListener('toggle', report, true);
  report();
}

function reportSeen(seen: ReadonlySet<Element>): void {
  const unseen: Unseen[] = [];
  if (document.querySelector('details[data-fold]:not([open])') !== null) unseen.push('folds');
  for (const what of ['message', 'fields'] as const) {
    const ends = [...document.querySelectorAll(`[data-must-see="${what}"]`)];
    if (ends.length === 0 || !ends.every((end) => seen.has(end))) unseen.push(what);
  }
  if (unseen.join() === lastUnseen) return;
  lastUnseen = unseen.join();
  void say('seen', { unseen });
}
