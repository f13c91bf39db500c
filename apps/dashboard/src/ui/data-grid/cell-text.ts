import { replaceUnseen } from '../../lib/format/unseen-characters.ts';

/** A column of a result: its name and its type as the database names it. */
export interface GridField {
  name: string;
  type: string;
}

/** One row, in the database's text form; null is NULL. */
export type GridRow = readonly (string | null)[];

const NUMERIC = new Set([
  'int2',
  'int4',
  'int8',
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'decimal',
  'float4',
  'float8',
  'real',
  'double precision',
  'oid',
  'money',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be shown
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** More than this of a value never reaches a cell: the browser lays out every character of it. */
const CELL_LENGTH = 240;

/** The type without its precision: `numeric(10,2)` is `numeric`. */
function baseType(type: string): string {
  return type.replace(/\(.*?\)/, '').trim();
}

/** True for columns whose values are compared digit by digit: right aligned. */
export function isNumericType(type: string): boolean {
  return NUMERIC.has(baseType(type));
}

export function isJsonType(type: string): boolean {
  return type === 'json' || type === 'jsonb';
}

/** A value as people read it. The database says `t` and `f` for booleans. */
export function readableValue(value: string, type: string): string {
  if (type !== 'bool' && type !== 'boolean') return value;
  return value === 't' ? 'true' : value === 'f' ? 'false' : value;
}

/**
 * What fits a cell: one line, cut when it is long. Line breaks, tabs and everything else that would not be seen, or
 * would turn the reading direction of what stands beside it, become visible signs.
 */
export function cellPreview(value: string, type: string): string {
  const isCut = value.length > CELL_LENGTH;
  const text = isCut ? value.slice(0, CELL_LENGTH) : readableValue(value, type);
  return seen(text.replaceAll(/\r\n|\n|\r/g, ' ↵ ').replaceAll('\t', ' ⇥ ')) + (isCut ? '…' : '');
}

/** The text with controls and marks of direction written as their code points; line breaks and tabs stay. */
export function seen(text: string): string {
  return replaceUnseen(text, codePoint).replace(CONTROLS, codePoint);
}

function codePoint(character: string): string {
  return `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

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
