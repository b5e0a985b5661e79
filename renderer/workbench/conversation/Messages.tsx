import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { MessageView } from '../../../contract/conversation.ts';
import { MessageRow, who } from './MessageRow.tsx';
import { type Cut, cutMessages, type Row, rowsIn } from './rows.ts';
import { useFollowEnd } from './useFollowEnd.ts';

type Props = {
  messages: readonly MessageView[];
  locale: string;
  /** A message that was looked for. */
  sought: string | undefined;
  onEdit: ((message: MessageView) => void) | undefined;
};

/** What was said, of which the part in view is drawn. */
export function Messages({ messages, locale, sought, onEdit }: Props) {
  const rows = useRows(messages);
  const scrolled = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolled.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => estimate(rows[index]),
    overscan: 2,
  });
  const height = list.getTotalSize();
  const { follows, onScroll, toEnd, leaveEnd } = useFollowEnd(scrolled, height);

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it is sought
  useEffect(() => {
    const index = rows.findIndex(({ message }) => message.messageId === sought);
    if (index === -1) return;
    leaveEnd();
    list.scrollToIndex(index, { align: 'start' });
  }, [sought]);

  return (
    <div className="messages">
      <div
        className="scrolled"
        ref={scrolled}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
        tabIndex={0}
        role="feed"
        aria-label="Messages"
      >
        <div style={{ height }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <article
                key={key}
                data-index={index}
                ref={list.measureElement}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                aria-label={row.first ? who(row.message) : `${who(row.message)}, going on`}
                data-sought={row.message.messageId === sought || undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                <MessageRow row={row} locale={locale} onEdit={onEdit} />
              </article>
            );
          })}
        </div>
      </div>
      {!follows && (
        <button type="button" className="to-end" onClick={toEnd}>
          ↓ To the end
        </button>
      )}
    </div>
  );
}

/** Rows of a message that did not change are the same ones as before. */
function useRows(messages: readonly MessageView[]): Row[] {
  const cut = useRef<Cut>(new Map());
  return useMemo(() => {
    cut.current = cutMessages(messages, cut.current);
    return rowsIn(cut.current);
  }, [messages]);
}

const estimate = (row: Row | undefined): number =>
  60 + Math.ceil((row?.blocks.reduce((sum, { text }) => sum + text.length, 0) ?? 0) / 90) * 21;
