import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { rowAsJson } from '../../../ui/data-grid/row-text.ts';

interface CopiedTable {
  schema: string;
  name: string;
  columns: readonly { name: string; type: string; is_generated: boolean }[];
}

type Values = readonly (string | null)[];

/** Rows as one statement that inserts them. Generated columns are left out, for PostgreSQL takes no values for them. */
export function rowsAsSql(table: CopiedTable, rows: readonly Values[]): string {
  const places = table.columns.flatMap(({ is_generated }, place) => (is_generated ? [] : [place]));
  const names = places.map((place) => quoteIdent(table.columns[place]?.name ?? '')).join(', ');
  const tuple = (row: Values) =>
    `(${places.map((place) => (row[place] == null ? 'null' : quoteLiteral(row[place] ?? ''))).join(', ')})`;
  const target = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`;
  return `insert into ${target} (${names})\nvalues\n  ${rows.map(tuple).join(',\n  ')};`;
}

/** Rows as JSON: one object, or a list of several. */
export function rowsAsJson(table: CopiedTable, rows: readonly Values[]): string {
  const objects = rows.map((row) => rowAsJson(table.columns, row));
  return objects.length === 1 ? (objects[0] ?? '') : `[\n  ${objects.join(',\n  ')}\n]`;
}

/** Rows as CSV with a head. NULL is nothing between the commas, an empty text is two quotes. */
export function rowsAsCsv(table: CopiedTable, rows: readonly Values[]): string {
  const lines = [table.columns.map(({ name }) => csvField(name)), ...rows.map((row) => row.map(csvField))];
  return lines.map((line) => line.join(',')).join('\n');
}

function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Values for a spreadsheet: between tabs, one row a line, in quotes where tabs, quotes or line breaks are inside. */
export function rowsAsTsv(rows: readonly Values[]): string {
  const field = (value: string | null) =>
    value !== null && /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? '');
  return rows.map((row) => row.map(field).join('\t')).join('\n');
}
