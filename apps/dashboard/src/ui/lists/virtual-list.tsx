import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './virtual-list.module.css';

interface VirtualListProps {
  label: string;
  /** How many items there are, loaded or not. */
  count: number;
  /** Of each, in pixels. */
  itemHeight: number;
  renderItem: (index: number) => ReactNode;
  /** Told when the end comes into sight. */
  onNearEnd?: () => void;
  /** Comes into sight when it changes; -1 is none. */
  shownIndex?: number;
}

/** Items drawn beyond what is in sight, at either end. */
const BEYOND = 8;

/** A list of any length: only what is in sight is in the page. All items are equally high. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, itemHeight, renderItem, onNearEnd, shownIndex = -1 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [{ top, height }, setWindow] = useState({ top: 0, height: 600 });

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWindow({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || shownIndex < 0) return;
    const at = shownIndex * itemHeight;
    if (at < element.scrollTop || at + itemHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = at - element.clientHeight / 2;
  }, [shownIndex, itemHeight]);

  const first = Math.max(0, Math.floor(top / itemHeight) - BEYOND);
  const last = Math.min(count, Math.ceil((top + height) / itemHeight) + BEYOND);
  const isNearEnd = last >= count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once each time the end is reached
  useLayoutEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, count]);

  return (
    <div
      ref={frame}
      className={classes.frame}
      onScroll={({ currentTarget }) =>
        setWindow({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <ul aria-label={label} className={classes.list} style={{ height: count * itemHeight }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
          const index = first + place;
          return (
            <li
              key={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={classes.item}
              style={{ height: itemHeight, transform: `translateY(${index * itemHeight}px)` }}
            >
              {renderItem(index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
