import { type RefObject, useLayoutEffect, useState } from 'react';

/** Items drawn beyond what is in sight, at either end. */
const BEYOND = 8;

export interface VisibleRange {
  first: number;
  /** One behind the last. */
  last: number;
  onScroll: (event: { currentTarget: HTMLElement }) => void;
}

/**
 * Which items of a list are to be drawn: those in sight of its frame, which scrolls, and some more.
 * @param itemHeight of each, in pixels
 * @param shownIndex comes into sight when it changes; -1 is none
 * @param centers whether it comes into the middle, or only just into sight, as the arrow keys want it
 */
export function useVisibleRange(
  frame: RefObject<HTMLElement | null>,
  {
    count,
    itemHeight,
    shownIndex = -1,
    centers = false,
  }: { count: number; itemHeight: number; shownIndex?: number; centers?: boolean },
  onNearEnd?: () => void,
): VisibleRange {
  const [{ top, height }, setWindow] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWindow({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || shownIndex < 0) return;
    const at = shownIndex * itemHeight;
    const isAbove = at < element.scrollTop;
    if (!isAbove && at + itemHeight <= element.scrollTop + element.clientHeight) return;
    if (centers) element.scrollTop = at - element.clientHeight / 2;
    else element.scrollTop = isAbove ? at : at + itemHeight - element.clientHeight;
  }, [frame, shownIndex, itemHeight, centers]);

  const first = Math.max(0, Math.floor(top / itemHeight) - BEYOND);
  const last = Math.min(count, Math.ceil((top + height) / itemHeight) + BEYOND);
  const isNearEnd = last >= count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once each time the end is reached
  useLayoutEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, count]);
  const onScroll: VisibleRange['onScroll'] = ({ currentTarget }) =>
    setWindow({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
  return { first, last, onScroll };
}
