import { useEffect, useState } from 'react';
import type { ConversationChanged } from '../../../contract/conversation.ts';
import type { Call } from '../App.tsx';
import { followConversation, type Reading } from './followConversation.ts';

/** One conversation as it is now; it is followed for as long as it is drawn. */
export function useConversation(
  conversationId: string,
  call: Call,
  onConversation: (listener: (changed: ConversationChanged) => void) => () => void,
): Reading {
  const [reading, setReading] = useState<Reading>({ state: 'reading' });
  useEffect(() => {
    setReading({ state: 'reading' });
    return followConversation(conversationId, call, onConversation, setReading);
  }, [conversationId, call, onConversation]);
  return reading;
}
