import type { KeyboardEvent, PointerEvent } from 'react';
import { clampWidth, type WidthLimits } from '../lib/clamp-width.ts';
import classes from './resize-handle.module.css';

interface ResizeHandleProps {
  /** What is resized, such as "menu". */
  label: string;
  /** Current width in pixels. */
  width: number;
  limits: WidthLimits;
  onResize: (width: number) => void;
  /** The edge of the resized part that the handle sits on. */
  edge: 'left' | 'right';
}

const STEP = 16;

/** A border that can be dragged, or moved with the arrow keys while it has the focus. */
export function ResizeHandle({ label, width, limits, onResize, edge }: ResizeHandleProps) {
  const direction = edge === 'right' ? 1 : -1;
  const resize = (next: number) => onResize(clampWidth(next, limits, window.innerWidth));

  function drag(down: PointerEvent<HTMLHRElement>) {
    const handle = down.currentTarget;
    handle.setPointerCapture(down.pointerId);
    handle.onpointermove = (move) => resize(width + (move.clientX - down.clientX) * direction);
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  }

  function step(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: STEP * direction, ArrowLeft: -STEP * direction };
    const change = steps[event.key];
    if (change === undefined) return;
    event.preventDefault();
    resize(width + change);
  }

  return (
    <hr
      className={classes.handle}
      data-edge={edge}
      aria-orientation="vertical"
      aria-label={`Resize ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={Math.round(clampWidth(0, limits, window.innerWidth))}
      aria-valuemax={Math.round(clampWidth(Number.MAX_SAFE_INTEGER, limits, window.innerWidth))}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={step}
    />
  );
}
