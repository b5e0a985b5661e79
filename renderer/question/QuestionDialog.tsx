import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { AnswerInput, Result } from '../../contract/ipc.ts';
import type { Problem, QuestionView } from '../../contract/view.ts';
import { type FormData, toEntries } from '../../core/drawnSchema.ts';
import { initialData } from '../fields/FieldForm.tsx';
import { Body, fieldsOfView } from './Body.tsx';
import { Buttons } from './Buttons.tsx';
import { Until } from './Until.tsx';
import { WhoAsks } from './WhoAsks.tsx';
import { leftToDo, wordingOf } from './wording.ts';

type Props = {
  view: QuestionView;
  answerInput: (input: AnswerInput) => Promise<Result<null>>;
  close: () => void;
};

/** One question from its appearance to its answer. Main decides whether an answer is taken; this only asks it. */
export function QuestionDialog({ view, answerInput, close }: Props) {
  const fields = fieldsOfView(view.body);
  const [data, setData] = useState<FormData>(() => initialData(fields));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  const ended = view.ended !== undefined;
  useFirstFocus(dialog, fields.length > 0 || (view.body.kind !== 'form' && view.body.kind !== 'url'));
  useEscape(() => void answer({ action: 'cancel', by: 'escape' }), ended ? close : undefined);

  async function answer(input: Omit<AnswerInput, 'questionId'>): Promise<void> {
    if (busy) return;
    if (input.action === 'accept' && view.arming !== 'armed') return setRefusal(leftToDo(view.arming));
    setBusy(true);
    const result = await answerInput({ questionId: view.questionId, ...input });
    setBusy(false);
    setProblems(result.ok ? [] : (result.problems ?? []));
    setRefusal(result.ok ? '' : result.message);
    if (!result.ok) focusFirstWrong(dialog, result.problems?.[0]);
  }

  const wording = wordingOf(view);
  return (
    <div className={`dialog ${view.body.kind}`} data-question-id={view.questionId} ref={dialog}>
      <header>
        <h1 tabIndex={-1}>{wording.heading}</h1>
        <WhoAsks view={view} />
      </header>
      {/* Without a field in it, the part that scrolls is itself a stop for the keyboard. */}
      <main id="scroll" tabIndex={fields.length > 0 ? -1 : undefined} onFocus={showWhole}>
        {view.ended !== undefined && (
          <p className="ended" role="alert">
            {view.ended}. What you typed can still be copied.
          </p>
        )}
        <Body view={view} data={data} problems={problems} readOnly={ended} onChange={setData} />
      </main>
      <footer>
        <div className="status">
          <p className="refusal" role="alert">
            {refusal}
          </p>
          {!ended && refusal === '' && <p className="left">{leftToDo(view.arming)}</p>}
          {!ended && <Until until={view.until} moreWaiting={view.moreWaiting} />}
        </div>
        {ended ? (
          <div className="buttons">
            <span className="space" />
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        ) : (
          <Buttons
            wording={wording}
            armed={view.arming === 'armed' && !busy}
            hasCall={view.calls.length > 0}
            onAccept={() => void answer({ action: 'accept', content: toEntries(fields, data) })}
            onAnswer={(input) => void answer(input)}
          />
        )}
      </footer>
    </div>
  );
}

/** Whoever goes from field to field by keyboard sees all of each, and after the last one the end. */
function showWhole({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  const field = target.closest('[data-field]');
  const all = currentTarget.querySelectorAll('[data-field]');
  field?.scrollIntoView({ block: 'nearest' });
  if (field !== null && field === all[all.length - 1]) currentTarget.scrollTop = currentTarget.scrollHeight;
}

/** On the heading where there is something to fill in, so that a stray key does nothing; else on Cancel. */
function useFirstFocus(dialog: RefObject<HTMLDivElement | null>, hasFields: boolean): void {
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>(hasFields ? 'h1' : '[data-cancel]')?.focus();
  }, [dialog, hasFields]);
}

/** Escape closes an open menu or list first. By the time the key gets here that may be gone, so it is looked for before. */
function useEscape(cancel: () => void, close: (() => void) | undefined): void {
  const latest = useRef({ cancel, close });
  latest.current = { cancel, close };
  useEffect(() => {
    let wasOpen = false;
    const look = () => {
      wasOpen = document.querySelector('[data-trigger]') !== null;
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || event.isComposing) return;
      if (!wasOpen) (latest.current.close ?? latest.current.cancel)();
    };
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', pressed);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', pressed);
    };
  }, []);
}

function focusFirstWrong(dialog: RefObject<HTMLDivElement | null>, first: Problem | undefined): void {
  if (first === undefined) return;
  const field = dialog.current?.querySelector(`[data-field="${CSS.escape(first.field)}"]`);
  field?.querySelector<HTMLElement>('input, textarea, select')?.focus();
}
