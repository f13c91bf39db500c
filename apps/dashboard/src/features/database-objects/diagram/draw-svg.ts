import type { Diagram, DiagramColumn, DiagramTable } from './diagram-model.ts';
import type { Positions } from './layout.ts';
import {
  type ColumnsShown,
  columnMiddle,
  HEADER_HEIGHT,
  linkPaths,
  type Point,
  ROW_HEIGHT,
  shownColumns,
  TABLE_WIDTH,
  tableHeight,
} from './table-shape.ts';

/** CSS colors. */
export interface DiagramColors {
  ground: string;
  table: string;
  heading: string;
  line: string;
  link: string;
  text: string;
  dim: string;
}

export interface DrawnDiagram {
  svg: string;
  width: number;
  height: number;
}

const MARGIN = 32;

/** The whole diagram as one image, whatever part of it is in sight. Texts that are too long for their place are cut. */
export function drawSvg(
  diagram: Diagram,
  positions: Positions,
  shown: ColumnsShown,
  colors: DiagramColors,
): DrawnDiagram {
  const at = (key: string): Point => positions[key] ?? { x: 0, y: 0 };
  const tables = new Map(diagram.tables.map((table) => [table.key, table]));
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const [index, table] of diagram.tables.entries()) {
    const { x, y } = at(table.key);
    left = index === 0 ? x : Math.min(left, x);
    top = index === 0 ? y : Math.min(top, y);
    right = Math.max(index === 0 ? x : right, x + TABLE_WIDTH);
    bottom = Math.max(index === 0 ? y : bottom, y + tableHeight(table, shown));
  }
  const width = Math.ceil(right - left + 2 * MARGIN);
  const height = Math.ceil(bottom - top + 2 * MARGIN);
  const links = diagram.links.map((link) => {
    const [source, target] = [tables.get(link.source), tables.get(link.target)];
    if (source === undefined || target === undefined) return '';
    const { line, ends } = linkPaths(
      link,
      below(at(link.source), columnMiddle(source, shown, link.sourceColumn)),
      below(at(link.target), columnMiddle(target, shown, link.targetColumn)),
    );
    return `<path d="${line}${ends}"/>`;
  });
  const boxes = diagram.tables.map((table) => tableSvg(table, at(table.key), shown, colors));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left - MARGIN} ${top - MARGIN} ${width} ${height}" font-family="Inter, system-ui, sans-serif">`,
    `<rect x="${left - MARGIN}" y="${top - MARGIN}" width="${width}" height="${height}" fill="${colors.ground}"/>`,
    `<g fill="none" stroke="${colors.link}" stroke-width="1.25">${links.join('')}</g>`,
    ...boxes,
    '</svg>',
  ].join('\n');
  return { svg, width, height };
}

const below = ({ x, y }: Point, distance: number): Point => ({ x, y: y + distance });

function tableSvg(table: DiagramTable, { x, y }: Point, shown: ColumnsShown, colors: DiagramColors): string {
  const { columns, folded } = shownColumns(table, shown);
  const name = table.id === null ? `${table.schema}.${table.name}` : table.name;
  const rls = table.id === null ? '' : table.rlsEnabled ? 'RLS' : 'No RLS';
  const height = tableHeight(table, shown);
  return [
    `<rect x="${x}" y="${y}" width="${TABLE_WIDTH}" height="${height}" rx="6" fill="${colors.table}" stroke="${colors.line}"${table.id === null ? ' stroke-dasharray="4 3"' : ''}/>`,
    text({ x: x + 10, y: y + 23 }, cut(name, 27), colors.text, 'font-size="13" font-weight="600"'),
    text({ x: x + TABLE_WIDTH - 10, y: y + 23 }, rls, colors.dim, 'font-size="11" text-anchor="end"'),
    ...columns.map((column, index) =>
      columnSvg(column, { x, y: y + HEADER_HEIGHT + index * ROW_HEIGHT }, colors),
    ),
    ...(folded === 0
      ? []
      : [
          text(
            { x: x + 50, y: y + HEADER_HEIGHT + columns.length * ROW_HEIGHT + 17 },
            `${folded} more`,
            colors.dim,
            'font-size="12"',
          ),
        ]),
  ].join('\n');
}

function columnSvg(column: DiagramColumn, { x, y }: Point, colors: DiagramColors): string {
  const mark = column.isPrimary ? 'PK' : column.isForeign ? 'FK' : column.isUnique ? 'U' : '';
  const type = `${column.type}${column.isNullable ? '?' : ''}`;
  return [
    `<path d="M${x},${y}h${TABLE_WIDTH}" stroke="${colors.line}"/>`,
    text({ x: x + 10, y: y + 16 }, mark, colors.dim, 'font-size="10"'),
    text({ x: x + 36, y: y + 16 }, cut(column.name, 20), colors.text, 'font-size="12"'),
    text(
      { x: x + TABLE_WIDTH - 10, y: y + 16 },
      cut(type, 14),
      colors.dim,
      'font-size="11" text-anchor="end" font-family="monospace"',
    ),
  ].join('');
}

function text({ x, y }: Point, value: string, color: string, more: string): string {
  return value === '' ? '' : `<text x="${x}" y="${y}" fill="${color}" ${more}>${escapeXml(value)}</text>`;
}

function cut(value: string, length: number): string {
  const letters = Array.from(value);
  return letters.length <= length ? value : `${letters.slice(0, length - 1).join('')}…`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Names may hold what XML has no way to write, such as control characters: a box stands for it. */
function escapeXml(value: string): string {
  return value
    .toWellFormed()
    .replace(/[&<>"']/g, (found) => ESCAPES[found] ?? '')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '▯');
}
