import type { ReportCard } from '@basalt/contract';
import type { KeyboardEvent, PointerEvent } from 'react';
import { CARD_STEP, type CardSize, sizeAfterDrag, sizeAfterKey } from './card-size.ts';
import classes from './resize-corner.module.css';

interface ResizeCornerProps {
  card: ReportCard;
  onResize: (size: CardSize) => void;
}

/** The corner of a card that can be dragged, or moved with the arrow keys while it has the focus. */
export function ResizeCorner({ card, onResize }: ResizeCornerProps) {
  const { name, width, height } = card;

  function drag(down: PointerEvent<HTMLButtonElement>) {
    const corner = down.currentTarget;
    const grid = corner.closest('ul');
    if (grid === null || down.button !== 0) return;
    down.preventDefault();
    corner.focus();
    corner.setPointerCapture(down.pointerId);
    const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
    const column = columns === 1 ? null : (grid.clientWidth + CARD_STEP.gap) / columns;
    let last = { width, height };
    corner.onpointermove = (move) => {
      const by = { x: move.clientX - down.clientX, y: move.clientY - down.clientY };
      const next = sizeAfterDrag({ width, height }, by, column);
      if (next.width !== last.width || next.height !== last.height) onResize(next);
      last = next;
    };
    corner.onlostpointercapture = () => {
      corner.onpointermove = null;
    };
  }

  function step(event: KeyboardEvent) {
    const next = sizeAfterKey({ width, height }, event.key);
    if (next === null) return;
    event.preventDefault();
    onResize(next);
  }

  return (
    <button
      type="button"
      className={classes.corner}
      aria-label={`Resize ${name}: ${width} of 12 columns, ${height} rows`}
      title="Drag, or use the arrow keys"
      onPointerDown={drag}
      onKeyDown={step}
    />
  );
}
