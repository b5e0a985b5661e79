import { memo } from 'react';
import type { MessageView } from '../../../contract/conversation.ts';
import { Blocks } from './Blocks.tsx';
import { ModelCall } from './ModelCall.tsx';
import type { Row } from './rows.ts';

type Props = {
  row: Row;
  locale: string;
  /** Undefined where nothing can be said now. */
  onEdit: ((message: MessageView) => void) | undefined;
};

/** A message, or a piece of a long one. */
export const MessageRow = memo(function MessageRow({ row, locale, onEdit }: Props) {
  const { message, blocks, first, last } = row;
  return (
    <div className={`message by-${message.by}`}>
      {first && (
        <header>
          <strong>{who(message)}</strong>
          <time className="aside" dateTime={new Date(message.at).toISOString()}>
            {timeText(message.at, locale)}
          </time>
          {message.by === 'person' && onEdit && (
            <button type="button" className="plain small" onClick={() => onEdit(message)}>
              Edit
            </button>
          )}
        </header>
      )}
      <div className="said">
        <Blocks blocks={blocks} />
      </div>
      {last && message.by === 'model' && (
        <>
          {message.calls.map((call) => (
            <ModelCall key={call.toolCallId} call={call} />
          ))}
          {message.remark !== undefined && <p className="remark">{message.remark}</p>}
        </>
      )}
    </div>
  );
});

export const who = ({ by }: MessageView): string => (by === 'person' ? 'You' : 'Model');

const timeText = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
