import { cellPreview, type GridField, type GridRow } from './cell-text.ts';

const MIN = 72;
const MAX = 340;
/** Advance of one character of the mono face at 12 px, and what padding and the header's edge take. */
const CHARACTER = 7.3;
const PADDING = 26;
const SAMPLE = 40;

/** A width in pixels that shows the head and most of the first rows, so that columns do not move later. */
export function columnWidth(field: GridField, index: number, rows: readonly GridRow[]): number {
  let longest = field.name.length + field.type.length + 2;
  for (const row of rows.slice(0, SAMPLE)) {
    const value = row[index];
    if (value != null) longest = Math.max(longest, cellPreview(value, field.type).length);
  }
  return Math.round(Math.min(MAX, Math.max(MIN, longest * CHARACTER + PADDING)));
}

/** Width of the column of row numbers for so many rows. */
export function numberColumnWidth(rowCount: number): number {
  return Math.max(40, Math.round(String(Math.max(1, rowCount)).length * CHARACTER + 22));
}
