import { useEffect, useRef, useState } from 'react';
import type { ConversationView } from '../../../contract/conversation.ts';
import { mayBeStopped } from './wording.ts';

const longest = 600;

/** Says a message of the model to whoever listens, once, when it is finished; while it grows nothing is said. */
export function Announced({ conversation: { messages, turn } }: { conversation: ConversationView }) {
  const busy = mayBeStopped(turn);
  const wasBusy = useRef(busy);
  const [said, setSaid] = useState('');
  const last = messages.at(-1);
  useEffect(() => {
    if (wasBusy.current && !busy && last?.by === 'model') setSaid(`The model says: ${shortened(last.text)}`);
    wasBusy.current = busy;
  }, [busy, last]);
  return (
    <div className="unseen" aria-live="polite">
      {said}
    </div>
  );
}

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… and ${text.length - longest} more letters.`;
