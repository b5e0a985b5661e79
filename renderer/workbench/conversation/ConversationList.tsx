import type { ConversationEntry } from '../../../contract/conversation.ts';
import { turnWord } from './wording.ts';

type Props = {
  list: readonly ConversationEntry[];
  chosen: string | undefined;
  locale: string;
  onChoose: (conversationId: string) => void;
};

export const ConversationList = ({ list, chosen, locale, onChoose }: Props) => (
  <ul className="entries">
    {list.map(({ conversationId, title, changedAt, turn }) => (
      <li key={conversationId}>
        <button
          type="button"
          className="plain"
          aria-current={conversationId === chosen}
          onClick={() => onChoose(conversationId)}
        >
          <bdi className="name">{title}</bdi>
          <span className="aside">
            {new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(changedAt)}
            {turnWord[turn] !== '' && (
              <strong className={turn === 'waiting for you' ? 'you' : undefined}> · {turnWord[turn]}</strong>
            )}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
