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

/** What fits a cell: one line, cut when it is long. Line breaks and tabs become visible signs. */
export function cellPreview(value: string, type: string): string {
  const isCut = value.length > CELL_LENGTH;
  const text = isCut ? value.slice(0, CELL_LENGTH) : readableValue(value, type);
  return text.replaceAll(/\r\n|\n|\r/g, ' ↵ ').replaceAll('\t', ' ⇥ ') + (isCut ? '…' : '');
}
