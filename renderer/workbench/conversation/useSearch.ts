import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';

export type Found =
  | { state: 'nothing asked' }
  | { state: 'found'; hits: SearchHit[] }
  | { state: 'failed'; why: string };

const afterTyping = 150; // ms

/** What is found for the words in the field; an answer to earlier words is passed over. */
export function useSearch(words: string, call: Call): Found {
  const [found, setFound] = useState<Found>({ state: 'nothing asked' });
  useEffect(() => {
    const text = words.trim();
    if (text === '') {
      setFound({ state: 'nothing asked' });
      return;
    }
    let wanted = true;
    const begin = setTimeout(async () => {
      const result = await call('searchConversations', { text });
      if (!wanted) return;
      setFound(
        result.ok ? { state: 'found', hits: result.value.hits } : { state: 'failed', why: result.message },
      );
    }, afterTyping);
    return () => {
      wanted = false;
      clearTimeout(begin);
    };
  }, [words, call]);
  return found;
}
