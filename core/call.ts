/** The life of a call: it runs, it may wait for a person's answer and run on, and it ends once. */
export type CallState =
  | { state: 'running' }
  | { state: 'waiting for an answer' }
  | { state: 'done'; result: CallResult }
  | { state: 'failed'; message: string }
  | { state: 'cancelled'; why: string };

/** What a server returned; `isError` is its own word that the tool did not do its work. */
export type CallResult = { isError: boolean; content: unknown[]; structured?: unknown };

export type CallEvent =
  | { type: 'questions open'; count: number }
  | { type: 'result'; result: CallResult }
  | { type: 'failure'; message: string }
  | { type: 'cancel'; why: string };

export const isOver = (call: CallState): boolean =>
  call.state !== 'running' && call.state !== 'waiting for an answer';

export function step(call: CallState, event: CallEvent): CallState {
  if (isOver(call)) return call;
  switch (event.type) {
    case 'questions open':
      return event.count > 0 ? { state: 'waiting for an answer' } : { state: 'running' };
    case 'result':
      return { state: 'done', result: event.result };
    case 'failure':
      return { state: 'failed', message: event.message };
    case 'cancel':
      return { state: 'cancelled', why: event.why };
    default:
      return event satisfies never;
  }
}
