import type { ConversationChanged, ConversationView } from '../../../contract/conversation.ts';
import type { WorkbenchBridge } from '../../../contract/ipc.ts';
import { applyChanged, type Known } from '../../../core/conversationView.ts';
import type { Call } from '../App.tsx';

export type Reading =
  | { state: 'reading' }
  | { state: 'failed'; why: string }
  | { state: 'read'; conversation: ConversationView };

type Draw = (reading: Reading) => void;

/** Text comes in far more often than anybody can see: it is drawn this often, everything else at once. */
const betweenDrawings = 60; // ms

/**
 * Reads a conversation and keeps up with it: changes that come while it is read wait for it, and when one was missed it
 * is read anew. Returns how to stop.
 */
export function followConversation(
  conversationId: string,
  call: Call,
  onConversation: WorkbenchBridge['onConversation'],
  draw: Draw,
): () => void {
  let known: Known | undefined;
  let reads = false;
  let early: ConversationChanged[] = [];
  let later: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const drawNow = () => {
    clearTimeout(later);
    later = undefined;
    if (known !== undefined) draw({ state: 'read', conversation: known.conversation });
  };
  const drawSoon = () => {
    later ??= setTimeout(drawNow, betweenDrawings);
  };

  async function read(): Promise<void> {
    reads = true;
    const result = await call('readConversation', { conversationId });
    if (stopped) return;
    reads = false;
    const waiting = early;
    early = [];
    if (!result.ok) return draw({ state: 'failed', why: result.message });
    known = result.value;
    for (const changed of waiting) take(changed);
    if (!reads) drawNow();
  }

  function take(changed: ConversationChanged): void {
    if (changed.conversationId !== conversationId) return;
    if (reads || known === undefined) {
      early.push(changed);
      return;
    }
    const next = applyChanged(known, changed);
    if (next === 'missed') {
      void read();
      return;
    }
    if (next === known) return;
    known = next;
    if (changed.change.kind === 'text') drawSoon();
    else drawNow();
  }

  const stopHearing = onConversation(take);
  void read();
  return () => {
    stopped = true;
    clearTimeout(later);
    stopHearing();
  };
}
