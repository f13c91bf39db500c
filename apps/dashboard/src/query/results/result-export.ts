import { splitStatements } from '@basalt/sql';
import { showToast } from '../../lib/toast.ts';
import { writeClipboard } from '../../ui/copy/write-clipboard.ts';
import { isJsonType, isNumericType } from '../../ui/data-grid/cell-text.ts';
import { distinctNames, valueAsJson } from '../../ui/data-grid/row-text.ts';
import { withoutLimit } from '../run/run-failure.ts';
import type { Run } from '../run/run-machine.ts';
import type { Field, ResultSet, Row } from '../run/run-output.ts';
import { rowsText } from './result-summary.ts';

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

const PLAIN = /^(bool|boolean|date|time|timetz|timestamp|timestamptz|interval|uuid|inet|cidr)\b/;

/** True for types whose values the database writes itself, so that nobody can hide a formula in them. */
function isPlainType(type: string): boolean {
  return (isNumericType(type) || isJsonType(type) || PLAIN.test(type)) && !type.endsWith('[]');
}

const FORMATS = { CSV: resultAsCsv, JSON: resultAsJson, Markdown: resultAsMarkdown } as const;
export type CopyFormat = keyof typeof FORMATS;

/** Puts the loaded rows on the clipboard and says how many they are. */
export async function copyRows(
  format: CopyFormat,
  fields: readonly Field[],
  rows: readonly Row[],
): Promise<void> {
  const isCopied = await writeClipboard(FORMATS[format](fields, rows));
  if (isCopied) await showToast('done', `Copied ${rowsText(rows.length)} as ${format}`);
  else
    await showToast(
      'failed',
      'Failed to copy: this browser does not allow it. Download the CSV file instead.',
    );
}

/** Where a file of all rows comes from: what is loaded, a statement read again, or loaded rows for a reason. */
type ExportSource =
  | { kind: 'loaded' }
  | { kind: 'statement'; sql: string; parameters: readonly (string | null)[] }
  | { kind: 'part'; reason: string };

const READS = /^(SELECT|VALUES|TABLE)\b/;

/** How to get every row of a shown result, also those that the editor's limit or the server kept back. */
export function exportSource({ request }: Run, shown: ResultSet): ExportSource {
  const isLimited = request.limit !== null && shown.rows.length >= request.limit;
  if (!shown.truncated && !shown.isCut && !isLimited) return { kind: 'loaded' };
  if (!READS.test(shown.command ?? ''))
    return { kind: 'part', reason: 'running this statement again would do its work again' };
  const statements = splitStatements(withoutLimit(request));
  const sql = statements[shown.index]?.text;
  if (sql === undefined || (statements.length > 1 && request.parameters.length > 0))
    return { kind: 'part', reason: 'which statement these rows came from cannot be told' };
  return { kind: 'statement', sql, parameters: request.parameters };
}
