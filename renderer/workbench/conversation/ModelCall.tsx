import type { ModelCallView } from '../../../contract/conversation.ts';
import { inPieces } from '../../../core/markdownBlocks.ts';
import { callState } from './wording.ts';

/** A call that the model made, folded; its state is told outside the fold. */
export function ModelCall({ call }: { call: ModelCallView }) {
  const { text, sign, tone } = callState[call.state];
  return (
    <details className={`model-call ${tone}`} data-state={call.state}>
      <summary>
        <span className="sign" aria-hidden="true">
          {sign}
        </span>
        <strong>
          <bdi>{call.tool}</bdi>
        </strong>
        {call.serverId === '' ? (
          <span className="aside">no such tool</span>
        ) : (
          <bdi className="aside">{call.serverId}</bdi>
        )}
        <span className="state">{text}</span>
      </summary>
      <h5>Arguments, by the model</h5>
      <Pieces text={call.arguments} />
      {call.outcome !== undefined && (
        <>
          <h5>{call.state === 'done' ? 'Result' : 'What came back'}</h5>
          <Pieces text={call.outcome} />
        </>
      )}
    </details>
  );
}

const Pieces = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
  <div className="pieces" tabIndex={0}>
    {inPieces(text.split('\n')).map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
      <pre key={index}>{piece}</pre>
    ))}
  </div>
);
