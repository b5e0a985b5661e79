import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { Filter, Story } from '../../core/activity.ts';
import type { Call } from './App.tsx';

type Props = { locale: string; call: Call };

const nothingAsked: Filter = { server: '', tool: '', outcome: '', text: '' };
const parts = [
  { key: 'server', label: 'Server' },
  { key: 'tool', label: 'Tool' },
  { key: 'outcome', label: 'Outcome' },
  { key: 'text', label: 'Any words' },
] as const;

/** What happened, the newest first: each call from who called it to its result. Read from the record, page by page. */
export function Activity({ locale, call }: Props) {
  const [filter, setFilter] = useState(nothingAsked);
  const { stories, end, problem, readOn, readAnew } = useStories(filter, call);
  const scrolled = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: stories.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => 150,
    overscan: 4,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  // Also after a page without anything that fits: what is looked for may be further back.
  useEffect(() => {
    if (last >= stories.length - 5) readOn();
  }, [last, stories, readOn]);

  return (
    <section className="activity" aria-label="Activity">
      <h2>Activity</h2>
      <div className="filter">
        {parts.map(({ key, label }) => (
          <label key={key} className="field">
            {label}
            <input
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={filter[key]}
              onChange={(event) => setFilter({ ...filter, [key]: event.target.value })}
            />
          </label>
        ))}
        <button type="button" onClick={readAnew}>
          Read anew
        </button>
      </div>
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className="stories" ref={scrolled} tabIndex={0} role="feed" aria-label="What happened">
        <div style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const story = stories[index];
            return story === undefined ? null : (
              <article
                key={key}
                data-index={index}
                ref={rows.measureElement}
                aria-posinset={index + 1}
                aria-setsize={end ? stories.length : -1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Told story={story} locale={locale} />
              </article>
            );
          })}
        </div>
      </div>
      <p className="aside" role="status">
        {progressText(stories.length, end)}
      </p>
    </section>
  );
}

function progressText(found: number, end: boolean): string {
  if (found === 0) return end ? 'Nothing that fits is on the record.' : 'Reading…';
  return `${found} read${end ? ', that is all' : ''}`;
}

function Told({ story, locale }: { story: Story; locale: string }) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const at = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const [first] = story.steps;
  return (
    <>
      <h3>
        {story.tool === '' ? null : (
          <>
            <bdi>{story.tool}</bdi>{' '}
          </>
        )}
        <bdi className="aside">{story.server}</bdi> <span className="aside">{story.outcome}</span>
        {first && <span className="aside day">{day.format(first.time)}</span>}
      </h3>
      <ol>
        {story.steps.map(({ time, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are told by their order
          <li key={index}>
            <time className="aside" dateTime={new Date(time).toISOString()}>
              {at.format(time)}
            </time>{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Pages of one filter, one at a time; what comes for an earlier filter is passed over. */
function useStories(filter: Filter, call: Call) {
  const [stories, setStories] = useState<readonly Story[]>([]);
  const [end, setEnd] = useState(false);
  const [problem, setProblem] = useState('');
  const [times, setTimes] = useState(0);
  const reading = useRef<{ run: number; reader: string | null; busy: boolean }>({
    run: 0,
    reader: null,
    busy: false,
  });

  const readOn = useRef(() => {});
  readOn.current = () => {
    const { run, reader, busy } = reading.current;
    if (busy || end) return;
    reading.current.busy = true;
    void call('readActivity', { reader, filter }).then((page) => {
      if (reading.current.run !== run) return;
      reading.current.busy = false;
      if (!page.ok) return setProblem(page.message);
      reading.current.reader = page.value.reader;
      setStories((known) => [...known, ...page.value.stories]);
      setEnd(page.value.reader === null);
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter, or the wish to read anew, begins at the end again
  useEffect(() => {
    // Busy until somebody has typed to the end.
    reading.current = { run: reading.current.run + 1, reader: null, busy: true };
    setStories([]);
    setEnd(false);
    setProblem('');
    const begin = setTimeout(() => {
      reading.current.busy = false;
      readOn.current();
    }, 150);
    return () => clearTimeout(begin);
  }, [filter, times]);

  const stable = useRef(() => readOn.current());
  return { stories, end, problem, readOn: stable.current, readAnew: () => setTimes(times + 1) };
}
