import type { ReportCard } from '@basalt/contract';
import { CARD_LIMITS } from '../content/report-content.ts';

export type CardSize = Pick<ReportCard, 'width' | 'height'>;

/** Of the grid in `card-grid.module.css`, in CSS pixels. */
export const CARD_STEP = { row: 72, gap: 12 } as const;

/** Widths by name, for those who choose instead of dragging. In columns of twelve. */
export const WIDTH_CHOICES = [
  { value: 3, label: 'A quarter' },
  { value: 4, label: 'A third' },
  { value: 6, label: 'Half' },
  { value: 8, label: 'Two thirds' },
  { value: 9, label: 'Three quarters' },
  { value: 12, label: 'Full width' },
] as const;

/** The size after the corner was dragged by so many pixels. Without columns (`column` null) only the height changes. */
export function sizeAfterDrag(
  { width, height }: CardSize,
  by: { x: number; y: number },
  column: number | null,
): CardSize {
  return {
    width: column === null ? width : within('width', width + Math.round(by.x / column)),
    height: within('height', height + Math.round(by.y / (CARD_STEP.row + CARD_STEP.gap))),
  };
}

const KEYS: Record<string, readonly [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The size after a key was pressed on the corner; null for keys that mean something else. */
export function sizeAfterKey({ width, height }: CardSize, key: string): CardSize | null {
  const step = KEYS[key];
  return step === undefined
    ? null
    : { width: within('width', width + step[0]), height: within('height', height + step[1]) };
}

function within(axis: keyof typeof CARD_LIMITS, size: number): number {
  const { min, max } = CARD_LIMITS[axis];
  return Math.min(max, Math.max(min, size));
}
