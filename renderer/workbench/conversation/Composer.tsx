import { useEffect, useRef, useState } from 'react';
import { onEnter } from './typing.ts';

export type Draft = {
  text: string;
  /** The message that it is said instead of. */
  instead?: string;
};

type Props = {
  draft: Draft;
  /** It goes on by itself, so nothing can be said. */
  busy: boolean;
  onDraft: (draft: Draft) => void;
  /** Why it was not said, or nothing. */
  onSay: (draft: Draft) => Promise<string>;
  onStop: () => void;
};

/** What is typed stays until it was said. */
export function Composer({ draft, busy, onDraft, onSay, onStop }: Props) {
  const [refusal, setRefusal] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const { instead } = draft;
  useEffect(() => {
    if (instead !== undefined) box.current?.focus();
  }, [instead]);

  async function say(): Promise<void> {
    if (busy || draft.text.trim() === '') return;
    setRefusal(await onSay(draft));
  }

  return (
    <div className="composer">
      {instead !== undefined && (
        <p className="instead">
          Said instead of your earlier message. Everything after that one goes away.{' '}
          <button type="button" className="plain small" onClick={() => onDraft({ text: '' })}>
            Keep it as it was
          </button>
        </p>
      )}
      {refusal !== '' && (
        <p className="problem" role="alert">
          {refusal}
        </p>
      )}
      <div className="box">
        <textarea
          ref={box}
          aria-label="Your message"
          placeholder="Say something to the model"
          rows={1}
          value={draft.text}
          onChange={(event) => onDraft({ ...draft, text: event.target.value })}
          onKeyDown={(event) => onEnter(event, () => void say())}
        />
        {busy ? (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            aria-disabled={draft.text.trim() === ''}
            onClick={() => void say()}
          >
            {instead === undefined ? 'Send' : 'Say this instead'}
          </button>
        )}
      </div>
    </div>
  );
}
