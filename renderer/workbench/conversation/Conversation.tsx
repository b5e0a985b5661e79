import { useCallback } from 'react';
import type { MessageView } from '../../../contract/conversation.ts';
import type { WorkbenchBridge } from '../../../contract/ipc.ts';
import type { Call } from '../App.tsx';
import { Announced } from './Announced.tsx';
import { Composer, type Draft } from './Composer.tsx';
import { OpenLink } from './Markdown.tsx';
import { Messages } from './Messages.tsx';
import { Title } from './Title.tsx';
import { Turn } from './Turn.tsx';
import { useConversation } from './useConversation.ts';
import { mayBeStopped } from './wording.ts';

type Props = {
  conversationId: string;
  /** What is typed and not said yet. */
  draft: Draft;
  onDraft: (draft: Draft) => void;
  sought: string | undefined;
  /** There is a model to say something to. */
  hasModel: boolean;
  onChooseModel: () => void;
  locale: string;
  call: Call;
  onConversation: WorkbenchBridge['onConversation'];
};

/** One conversation. Main owns all of it but what is being typed. */
export function Conversation(props: Props) {
  const { conversationId, draft, onDraft, sought, hasModel, onChooseModel, locale, call } = props;
  const reading = useConversation(conversationId, call, props.onConversation);
  const openLink = useCallback((url: string) => void call('openLink', { url }), [call]);
  const edit = useCallback(
    ({ messageId, text }: MessageView) => onDraft({ text, instead: messageId }),
    [onDraft],
  );

  if (reading.state === 'reading') return <p className="empty">Reading…</p>;
  if (reading.state === 'failed') return <p className="problem">{reading.why}</p>;
  const { conversation } = reading;
  const { turn, messages } = conversation;
  const busy = mayBeStopped(turn);

  async function say({ text, instead }: Draft): Promise<string> {
    const said =
      instead === undefined
        ? await call('say', { conversationId, text })
        : await call('sayInstead', { conversationId, messageId: instead, text });
    if (said.ok) onDraft({ text: '' });
    return said.ok ? '' : said.message;
  }

  return (
    <section className="conversation" aria-label={conversation.title}>
      <Title conversation={conversation} call={call} />
      <OpenLink value={openLink}>
        <Messages
          messages={messages}
          locale={locale}
          sought={sought}
          onEdit={hasModel && !busy ? edit : undefined}
        />
      </OpenLink>
      <Announced conversation={conversation} />
      <Turn turn={turn} onGoOn={() => void call('goOnWithTurn', { conversationId })} />
      {hasModel ? (
        <Composer
          draft={draft}
          busy={busy}
          onDraft={onDraft}
          onSay={say}
          onStop={() => void call('stopTurn', { conversationId })}
        />
      ) : (
        <p className="empty">
          No model is chosen, so nothing can be said here.{' '}
          <button type="button" onClick={onChooseModel}>
            Choose a model
          </button>
        </p>
      )}
    </section>
  );
}
