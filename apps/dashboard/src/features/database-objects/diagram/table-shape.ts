import type { DiagramColumn, DiagramLink, DiagramTable } from './diagram-model.ts';

// The sizes of what is drawn, in pixels. The layout, the canvas and the image all need them before anything is on the screen.

export const TABLE_WIDTH = 260;
export const HEADER_HEIGHT = 36;
export const ROW_HEIGHT = 24;

export interface Point {
  x: number;
  y: number;
}

/** Which columns of tables are drawn. */
export type ColumnsShown = 'all' | 'keys';

/** From so many tables on only the columns of keys are drawn, until somebody asks for all. */
export const FOLDED_FROM = 150;

/** The columns of a table that are drawn, and how many are not. */
export function shownColumns(
  table: DiagramTable,
  shown: ColumnsShown,
): { columns: readonly DiagramColumn[]; folded: number } {
  if (shown === 'all' || table.id === null) return { columns: table.columns, folded: 0 };
  const columns = table.columns.filter(({ isPrimary, isForeign }) => isPrimary || isForeign);
  return { columns, folded: table.columns.length - columns.length };
}

export function tableHeight(table: DiagramTable, shown: ColumnsShown): number {
  const { columns, folded } = shownColumns(table, shown);
  return HEADER_HEIGHT + (columns.length + (folded === 0 ? 0 : 1)) * ROW_HEIGHT + 2;
}

/** How far below the top of its table a column is; the middle of the heading for one that is folded away. */
export function columnMiddle(table: DiagramTable, shown: ColumnsShown, column: string): number {
  const index = shownColumns(table, shown).columns.findIndex(({ name }) => name === column);
  return index === -1 ? HEADER_HEIGHT / 2 : HEADER_HEIGHT + (index + 0.5) * ROW_HEIGHT + 1;
}

/** SVG paths of a link: the line, and the marks at its ends (many or one at the table that refers, one at the other). */
export interface LinkPaths {
  line: string;
  ends: string;
}

/** How a link runs between two tables, from side to side, whichever stands left. */
export function linkPaths(link: DiagramLink, from: Point, to: Point): LinkPaths {
  const leaves =
    from.x + TABLE_WIDTH + 24 <= to.x || (from.x <= to.x && link.source !== link.target) ? 1 : -1;
  const overlaps = Math.abs(from.x - to.x) < TABLE_WIDTH + 24;
  const arrives = overlaps ? leaves : -leaves;
  const start = { x: leaves === 1 ? from.x + TABLE_WIDTH : from.x, y: from.y };
  const end = { x: arrives === 1 ? to.x + TABLE_WIDTH : to.x, y: to.y };
  const bend = Math.max(36, Math.min(160, Math.abs(end.x - start.x) / 2));
  const line = `M${start.x},${start.y}C${start.x + leaves * bend},${start.y} ${end.x + arrives * bend},${end.y} ${end.x},${end.y}`;
  const one = (point: Point, side: number) => `M${point.x + side * 7},${point.y - 5}v10`;
  const many = `M${start.x},${start.y - 5}L${start.x + leaves * 9},${start.y}L${start.x},${start.y + 5}`;
  return { line, ends: `${link.isOneToOne ? one(start, leaves) : many}${one(end, arrives)}` };
}
