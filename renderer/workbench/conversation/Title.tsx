import { useEffect, useRef, useState } from 'react';
import type { ConversationView } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';

type Props = { conversation: Pick<ConversationView, 'conversationId' | 'title'>; call: Call };

/** The name of a conversation, and what can be done with all of it. */
export function Title({ conversation: { conversationId, title }, call }: Props) {
  const [does, setDoes] = useState<'nothing' | 'rename' | 'delete'>('nothing');
  const [problem, setProblem] = useState('');

  const heading = useRef<HTMLHeadingElement>(null);
  const did = useRef(does);
  // What had the focus is gone.
  useEffect(() => {
    if (does === 'nothing' && did.current !== 'nothing') heading.current?.focus();
    did.current = does;
  }, [does]);

  async function act(result: ReturnType<Call>): Promise<void> {
    setDoes('nothing');
    const done = await result;
    setProblem(done.ok ? '' : done.message);
  }

  return (
    <header className="title">
      {does === 'rename' ? (
        <Rename
          title={title}
          onKeep={() => setDoes('nothing')}
          onRename={(named) => void act(call('renameConversation', { conversationId, title: named }))}
        />
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h2>
          <button type="button" className="plain small" onClick={() => setDoes('rename')}>
            Rename
          </button>
          <button
            type="button"
            className="plain small"
            onClick={() => void act(call('exportConversation', { conversationId }))}
          >
            Export…
          </button>
          <button type="button" className="plain small" onClick={() => setDoes('delete')}>
            Delete…
          </button>
        </>
      )}
      {does === 'delete' && (
        <Delete
          title={title}
          onKeep={() => setDoes('nothing')}
          onDelete={() => void act(call('deleteConversation', { conversationId }))}
        />
      )}
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </header>
  );
}

type RenameProps = { title: string; onKeep: () => void; onRename: (title: string) => void };

function Rename({ title, onKeep, onRename }: RenameProps) {
  const [named, setNamed] = useState(title);
  const rename = () => (named.trim() === '' ? onKeep() : onRename(named.trim()));
  return (
    <div className="rename field">
      <input
        type="text"
        aria-label="Name of this conversation"
        autoComplete="off"
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
        autoFocus
        value={named}
        onChange={(event) => setNamed(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') rename();
          if (event.key === 'Escape') onKeep();
        }}
      />
      <button type="button" className="primary" onClick={rename}>
        Rename
      </button>
      <button type="button" onClick={onKeep}>
        Cancel
      </button>
    </div>
  );
}

type DeleteProps = { title: string; onKeep: () => void; onDelete: () => void };

/** The safe button comes first and has the focus: a key pressed twice deletes nothing. */
const Delete = ({ title, onKeep, onDelete }: DeleteProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the two buttons in it
  <div className="delete" onKeyDown={(event) => event.key === 'Escape' && onKeep()}>
    <p id="delete-what">
      Delete “<bdi>{title}</bdi>” with everything in it? There is no way to bring it back. What its calls did
      stays on the record.
    </p>
    {/* biome-ignore lint/a11y/noAutofocus: the question was asked by the press before */}
    <button type="button" autoFocus aria-describedby="delete-what" onClick={onKeep}>
      Keep it
    </button>
    <button type="button" className="danger" aria-describedby="delete-what" onClick={onDelete}>
      Delete it
    </button>
  </div>
);
