import { useEffect, useState } from 'react';
import type { QuestionView } from '../../contract/view.ts';

/** Until when it can be answered. Only the last 20 seconds are counted, and only two of them are announced. */
export function Until({ until, moreWaiting }: Pick<QuestionView, 'until' | 'moreWaiting'>) {
  const left = useSecondsLeft(until.at);
  const counting = left <= 20;
  const announced = left <= 5 ? '5 seconds left to answer' : counting ? '20 seconds left to answer' : '';
  return (
    <p className={counting ? 'until soon' : 'until'}>
      {counting ? `${left} s left to answer` : `You can answer until ${until.text}`}
      {moreWaiting > 0 && ` · ${moreWaiting} more waiting`}
      <span className="unseen" role="status">
        {announced}
      </span>
    </p>
  );
}

function useSecondsLeft(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(at)), 500);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1000));
