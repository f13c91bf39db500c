import { distinctNames, valueAsJson } from '../ui/data-grid/row-text.ts';
import { isPlainType } from './plain-type.ts';
import type { Field, Row } from './run-output.ts';

/**
 * Comma separated values as spreadsheets and COPY read them: NULL is empty, empty text is `""`, lines end in CRLF. Text
 * that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets do not show.
 */
export function resultAsCsv(fields: readonly Field[], rows: readonly Row[]): string {
  const isText = fields.map(({ type }) => !isPlainType(type));
  const line = (values: readonly string[]) => `${values.join(',')}\r\n`;
  return [
    line(fields.map(({ name }) => csvValue(name, true))),
    ...rows.map((row) => line(fields.map((_, i) => csvValue(row[i] ?? null, isText[i] ?? true)))),
  ].join('');
}

function csvValue(value: string | null, isText: boolean): string {
  if (value === null) return '';
  const safe = isText && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A JSON array of objects, indented by two spaces. */
export function resultAsJson(fields: readonly Field[], rows: readonly Row[]): string {
  if (rows.length === 0) return '[]';
  const names = distinctNames(fields).map((name) => JSON.stringify(name));
  const object = (row: Row) => {
    const members = fields.map(({ type }, i) => `    ${names[i]}: ${valueAsJson(row[i] ?? null, type)}`);
    return members.length === 0 ? '  {}' : `  {\n${members.join(',\n')}\n  }`;
  };
  return `[\n${rows.map(object).join(',\n')}\n]`;
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
