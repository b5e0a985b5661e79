import type { CallView } from '../../contract/view.ts';
import type { Call } from './App.tsx';

type Props = { calls: readonly CallView[]; locale: string; call: Call };

export const Calls = ({ calls, locale, call }: Props) => (
  <section className="calls" aria-label="Calls">
    <h2>Calls</h2>
    {calls.length === 0 && <p className="empty">Nothing has been called yet.</p>}
    <ul>
      {calls.map((item) => (
        <Item key={item.callId} item={item} locale={locale} call={call} />
      ))}
    </ul>
  </section>
);

function Item({ item, locale, call }: { item: CallView; locale: string; call: Call }) {
  const { text, sign } = stateOf(item);
  const open = item.endedAt === undefined;
  return (
    <li className="call" data-call={item.callId} data-state={item.state}>
      <div className="line">
        <span
          className={`sign ${item.isError ? 'failed' : item.state.replaceAll(' ', '-')}`}
          aria-hidden="true"
        >
          {sign}
        </span>
        <strong>{item.tool}</strong>
        <bdi className="aside">{item.serverId}</bdi>
        {item.by === 'model' && <span className="aside">by the model</span>}
        <span className="state">{text}</span>
        <span className="aside time">{times(item, locale)}</span>
        {(item.canGoOn || item.state === 'waiting for the browser') && (
          <button
            type="button"
            aria-label={`Retry call of ${item.tool}`}
            onClick={() => void call('retryCall', { callId: item.callId })}
          >
            Retry
          </button>
        )}
        {open && (
          <button
            type="button"
            aria-label={`Cancel call of ${item.tool}`}
            onClick={() => void call('cancelCall', { callId: item.callId })}
          >
            Cancel
          </button>
        )}
      </div>
      {item.outcome !== undefined && (
        <pre className={item.isError || item.state === 'failed' ? 'outcome bad' : 'outcome'}>
          {item.outcome}
        </pre>
      )}
      {item.remark !== undefined && <p className="problem">{item.remark}</p>}
      <details>
        <summary>Arguments</summary>
        <pre>{item.sent}</pre>
      </details>
    </li>
  );
}

function stateOf(item: CallView): { text: string; sign: string } {
  switch (item.state) {
    case 'running':
      return { text: 'running', sign: '…' };
    case 'waiting for approval':
      return { text: 'waiting for your approval, not sent yet', sign: '?' };
    case 'held back':
      return { text: 'held back while a dialog waits for you, not sent yet', sign: '?' };
    case 'not sent':
      return { text: 'not sent', sign: '–' };
    case 'waiting for an answer':
      return { text: 'waiting for an answer', sign: '?' };
    case 'waiting for the browser':
      return { text: 'waiting until you are done in the browser', sign: '?' };
    case 'done':
      return item.isError ? { text: 'the tool reports an error', sign: '!' } : { text: 'done', sign: '✓' };
    case 'failed':
      return { text: 'failed', sign: '!' };
    case 'cancelled':
      return { text: 'cancelled', sign: '–' };
    default:
      return item.state satisfies never;
  }
}

function times({ startedAt, endedAt }: CallView, locale: string): string {
  const at = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(startedAt);
  return endedAt === undefined ? at : `${at} · ${((endedAt - startedAt) / 1000).toFixed(1)} s`;
}
