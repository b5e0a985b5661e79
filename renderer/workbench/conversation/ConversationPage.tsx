import { useCallback, useState } from 'react';
import type { ConversationsView } from '../../../contract/conversation.ts';
import type { WorkbenchBridge } from '../../../contract/ipc.ts';
import type { Call } from '../App.tsx';
import type { Draft } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import { Hits } from './Hits.tsx';
import { useSearch } from './useSearch.ts';

type Props = {
  conversations: ConversationsView;
  locale: string;
  call: Call;
  onConversation: WorkbenchBridge['onConversation'];
  onChooseModel: () => void;
};

const noDraft: Draft = { text: '' };

/** All conversations, and one of them. Which one, what is looked for and what is typed is the page's own. */
export function ConversationPage({ conversations, locale, call, onConversation, onChooseModel }: Props) {
  const { list, provider } = conversations;
  const [wanted, setWanted] = useState<{ conversationId?: string; sought?: string }>({});
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState('');
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const found = useSearch(words, call);
  const chosen = list.find(({ conversationId }) => conversationId === wanted.conversationId) ?? list[0];
  const chosenId = chosen?.conversationId ?? '';
  const setDraft = useCallback(
    (draft: Draft) => setDrafts((known) => ({ ...known, [chosenId]: draft })),
    [chosenId],
  );

  async function begin(): Promise<void> {
    const begun = await call('newConversation', null);
    setProblem(begun.ok ? '' : begun.message);
    if (!begun.ok) return;
    setWords('');
    setWanted({ conversationId: begun.value.conversationId });
  }

  return (
    <div className="conversation-page">
      <nav aria-label="Conversations">
        <button type="button" className="new" onClick={() => void begin()}>
          New conversation
        </button>
        <div className="field">
          <input
            type="search"
            aria-label="Search in all conversations"
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        {problem !== '' && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {found.state === 'nothing asked' ? (
          <ConversationList
            list={list}
            chosen={chosen?.conversationId}
            locale={locale}
            onChoose={(conversationId) => setWanted({ conversationId })}
          />
        ) : (
          <Hits
            found={found}
            onChoose={({ conversationId, messageId }) => setWanted({ conversationId, sought: messageId })}
          />
        )}
      </nav>
      {chosen === undefined ? (
        <Nothing hasModel={provider !== null} onChooseModel={onChooseModel} />
      ) : (
        <Conversation
          key={chosen.conversationId}
          conversationId={chosen.conversationId}
          draft={drafts[chosen.conversationId] ?? noDraft}
          onDraft={setDraft}
          sought={wanted.sought}
          hasModel={provider !== null}
          onChooseModel={onChooseModel}
          locale={locale}
          call={call}
          onConversation={onConversation}
        />
      )}
    </div>
  );
}

const Nothing = ({ hasModel, onChooseModel }: { hasModel: boolean; onChooseModel: () => void }) => (
  <div className="nothing">
    <h2>No conversation yet</h2>
    <p className="aside">
      A model can call the tools of your servers, as far as your rules and you let it. What a server asks in a
      call is asked of you, in its own window: the model cannot answer it and does not see it.
    </p>
    {!hasModel && (
      <p>
        <button type="button" className="primary" onClick={onChooseModel}>
          Choose a model
        </button>
      </p>
    )}
  </div>
);
