import type { ModelCallView, TurnView } from '../../../contract/conversation.ts';

/** What goes on, in a sentence; of a question only who asks and about which tool. */
export function turnText(turn: TurnView): string {
  switch (turn.state) {
    case 'idle':
      return '';
    case 'generating':
      return 'The model is writing…';
    case 'calling':
      return 'A call is running…';
    case 'waiting for you':
      return waitingText(turn);
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return `It failed: ${turn.why}`;
    case 'step limit':
      return `The model made calls in ${turn.steps} steps. It goes on only if you say so.`;
    default:
      return turn satisfies never;
  }
}

function waitingText({ about, serverId, tool }: TurnView & { state: 'waiting for you' }): string {
  switch (about) {
    case 'an approval':
      return `Waiting for you: whether ${tool} may be called on “${serverId}”, in its own window`;
    case 'an answer':
      return `Waiting for you: “${serverId}” asks about ${tool}, in its own window`;
    case 'the browser':
      return `Waiting for you: “${serverId}” opened an address in your browser for ${tool}`;
    default:
      return about satisfies never;
  }
}

/** In a list, where there is room for a word. */
export const turnWord: Record<TurnView['state'], string> = {
  idle: '',
  generating: 'writing…',
  calling: 'calling…',
  'waiting for you': 'waits for you',
  stopped: 'stopped',
  failed: 'failed',
  'step limit': 'goes on?',
};

/** `bad` is drawn in red, `you` in the colour of what waits for the person. */
type Tone = 'busy' | 'you' | 'good' | 'bad' | 'none';

export const callState: Record<ModelCallView['state'], { text: string; sign: string; tone: Tone }> = {
  'asking policy': { text: 'asking the rules', sign: '…', tone: 'busy' },
  'waiting for approval': { text: 'waiting for your approval, not sent yet', sign: '?', tone: 'you' },
  running: { text: 'running', sign: '…', tone: 'busy' },
  'waiting for an answer': { text: 'waiting for your answer in the other window', sign: '?', tone: 'you' },
  'waiting for the browser': { text: 'waiting until you are done in the browser', sign: '?', tone: 'you' },
  done: { text: 'done', sign: '✓', tone: 'good' },
  'tool error': { text: 'the tool reports an error', sign: '!', tone: 'bad' },
  failed: { text: 'failed', sign: '!', tone: 'bad' },
  denied: { text: 'denied, not sent', sign: '–', tone: 'bad' },
  cancelled: { text: 'cancelled', sign: '–', tone: 'none' },
};

export const mayBeStopped = ({ state }: TurnView): boolean =>
  state === 'generating' || state === 'calling' || state === 'waiting for you';
