import { type ReactNode, useRef } from 'react';
import { useVisibleRange } from './use-visible-range.ts';
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

/** A list of any length: only what is in sight is in the page. All items are equally high. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, itemHeight, renderItem, onNearEnd, shownIndex = -1 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { first, last, onScroll } = useVisibleRange(
    frame,
    { count, itemHeight, shownIndex, centers: true },
    onNearEnd,
  );
  return (
    <div ref={frame} className={classes.frame} onScroll={onScroll}>
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
