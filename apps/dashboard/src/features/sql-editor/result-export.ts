import { rowAsJson } from '../../ui/data-grid/row-text.ts';
import type { Field, Row } from './run-output.ts';

/** Comma separated values as spreadsheets and COPY read them: NULL is empty, empty text is `""`. Lines end in CRLF. */
export function resultAsCsv(fields: readonly Field[], rows: readonly Row[]): string {
  const line = (values: Row) => `${values.map(csvValue).join(',')}\r\n`;
  return [line(fields.map(({ name }) => name)), ...rows.map(line)].join('');
}

function csvValue(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A JSON array with one object on each line. */
export function resultAsJson(fields: readonly Field[], rows: readonly Row[]): string {
  if (rows.length === 0) return '[]';
  return `[\n${rows.map((row) => `  ${rowAsJson(fields, row)}`).join(',\n')}\n]`;
}

/** A Markdown table. */
export function resultAsMarkdown(fields: readonly Field[], rows: readonly Row[]): string {
  const line = (values: Row) => `| ${values.map(markdownValue).join(' | ')} |`;
  const rule = `| ${fields.map(() => '---').join(' | ')} |`;
  return [line(fields.map(({ name }) => name)), rule, ...rows.map(line)].join('\n');
}

function markdownValue(value: string | null): string {
  if (value === null) return 'NULL';
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n|\n|\r/g, '<br>');
}
