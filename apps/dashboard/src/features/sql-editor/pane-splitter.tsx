import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import classes from './pane-splitter.module.css';

const SMALLEST = 0.15;
const LARGEST = 0.85;
const STEP = 0.05;

interface PaneSplitterProps {
  /** The element whose `--split` decides the heights. */
  frame: RefObject<HTMLElement | null>;
  /** Share of the upper pane, 0 to 1. */
  split: number;
  onChange: (split: number) => void;
}

/** The line between two panes: dragged, or moved with the arrow keys. */
export function PaneSplitter({ frame, split, onChange }: PaneSplitterProps) {
  const drag = (down: PointerEvent<HTMLElement>) => {
    const handle = down.currentTarget;
    const above = handle.previousElementSibling?.getBoundingClientRect();
    const below = handle.nextElementSibling?.getBoundingClientRect();
    if (above === undefined || below === undefined) return;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    let share = split;
    const move = (event: globalThis.PointerEvent) => {
      share = within((event.clientY - above.top) / (below.bottom - above.top));
      // Straight to the element: rendering everything for each pixel would lag behind the pointer.
      frame.current?.style.setProperty('--split', String(share));
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      onChange(share);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };

  const press = (event: KeyboardEvent) => {
    const next = { ArrowUp: split - STEP, ArrowDown: split + STEP, Home: SMALLEST, End: LARGEST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(within(next));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator, not an <hr>
    <div
      role="separator"
      aria-label="Height of the editor"
      aria-orientation="horizontal"
      aria-valuenow={Math.round(split * 100)}
      aria-valuemin={SMALLEST * 100}
      aria-valuemax={LARGEST * 100}
      tabIndex={0}
      className={classes.splitter}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}

function within(share: number): number {
  return Math.round(Math.min(LARGEST, Math.max(SMALLEST, share)) * 1_000) / 1_000;
}
