import type { Notice } from '../../contract/view.ts';
import type { Call } from './App.tsx';

export const Notices = ({ notices, call }: { notices: readonly Notice[]; call: Call }) =>
  notices.length === 0 ? null : (
    <section className="notices" aria-label="Notices" aria-live="polite">
      <ul>
        {notices.map(({ noticeId, text, tone, serverId, count }) => (
          <li key={noticeId} className={tone}>
            <span>
              {serverId !== undefined && <bdi className="aside">{serverId}: </bdi>}
              {text}
              {count > 1 && <strong> ×{count}</strong>}
            </span>
            <button
              type="button"
              className="plain"
              aria-label="Dismiss this notice"
              onClick={() => void call('dismissNotice', { noticeId })}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
