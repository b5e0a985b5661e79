import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const near = 40; // px

/** Keeps the end in view while the person has not scrolled up; `height` is that of everything. */
export function useFollowEnd(scrolled: RefObject<HTMLDivElement | null>, height: number) {
  const [follows, setFollows] = useState(true);
  const top = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is the reason to go to the end
  useLayoutEffect(() => {
    const element = scrolled.current;
    if (follows && element !== null) element.scrollTop = element.scrollHeight;
  }, [follows, height, scrolled]);

  function onScroll(): void {
    const element = scrolled.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < near;
    // What grows below moves the end away without anybody scrolling: only upwards is a wish.
    if (atEnd) setFollows(true);
    else if (element.scrollTop < top.current) setFollows(false);
    top.current = element.scrollTop;
  }
  return { follows, onScroll, toEnd: () => setFollows(true), leaveEnd: () => setFollows(false) };
}
