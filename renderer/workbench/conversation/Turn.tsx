import type { TurnView } from '../../../contract/conversation.ts';
import { turnText } from './wording.ts';

type Props = { turn: TurnView; onGoOn: () => void };

/** What goes on now, or why it does not, with the way on. */
export const Turn = ({ turn, onGoOn }: Props) => (
  <div className={`turn ${turn.state.replaceAll(' ', '-')}`}>
    <p role="status">{turnText(turn)}</p>
    {(turn.state === 'failed' || turn.state === 'stopped') && (
      <button type="button" onClick={onGoOn}>
        Try again
      </button>
    )}
    {turn.state === 'step limit' && (
      <button type="button" onClick={onGoOn}>
        Go on
      </button>
    )}
  </div>
);
