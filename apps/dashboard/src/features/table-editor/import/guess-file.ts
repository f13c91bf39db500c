import type { GridColumn } from '@basalt/contract';
import { splitCells } from '../values/pasted-block.ts';

export type FileFormat = 'csv' | 'tsv' | 'jsonl';

/** The beginning of a file, as far as it was read. */
export interface FileHead {
  readonly format: FileFormat;
  /** The first records, as cells; of JSON lines the values of `names`. A record that was not read whole is left out. */
  readonly records: readonly (readonly string[])[];
  /** Of JSON lines: the names in them. Null elsewhere. */
  readonly names: readonly string[] | null;
}

const SEPARATORS = { csv: ',', tsv: '\t' } as const;
const MOST_RECORDS = 50;

/** What a file is taken for, by its name and then by its first characters. */
export function guessFormat(name: string, head: string): FileFormat {
  if (/\.(tsv|tab)$/i.test(name)) return 'tsv';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  if (/\.csv$/i.test(name)) return 'csv';
  const [line = ''] = head.split('\n', 1);
  if (line.trimStart().startsWith('{')) return 'jsonl';
  return line.split('\t').length > line.split(',').length ? 'tsv' : 'csv';
}

/** @param isWhole whether `head` is all of the file */
export function readHead(format: FileFormat, head: string, isWhole: boolean): FileHead {
  const text = head.replace(/^\ufeff/, '');
  if (format === 'jsonl') return readLines(text, isWhole);
  const all = splitCells(text.replace(/\r?\n$/, ''), SEPARATORS[format]);
  const whole = isWhole ? all : all.slice(0, -1);
  const records = whole.filter((cells) => cells.length > 1 || cells[0] !== '');
  return { format, records: records.slice(0, MOST_RECORDS), names: null };
}

function readLines(text: string, isWhole: boolean): FileHead {
  const all = text.split('\n');
  const lines = (isWhole ? all : all.slice(0, -1)).slice(0, MOST_RECORDS).flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return value !== null && typeof value === 'object' ? [value as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
  const names = [...new Set(lines.flatMap(Object.keys))];
  const cellOf = (value: unknown) =>
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { format: 'jsonl', names, records: lines.map((line) => names.map((name) => cellOf(line[name]))) };
}

/** Whether the first record names columns of the table. */
export function hasHeader(
  { names, records: [first = []] }: FileHead,
  columns: readonly GridColumn[],
): boolean {
  if (names !== null) return false;
  const known = first.filter((cell) => columnCalled(cell, columns) !== null);
  return known.length > 0 && known.length * 2 >= first.length;
}

/** Where each value of a record goes: the name of a column; null: it is left out. */
export function guessTargets(
  { names, records }: FileHead,
  isHeader: boolean,
  columns: readonly GridColumn[],
): (string | null)[] {
  const fillable = columns.filter(({ is_generated }) => !is_generated);
  const called = names ?? (isHeader ? records[0] : undefined);
  if (called === undefined) {
    const width = records[0]?.length ?? 0;
    return Array.from({ length: width }, (_, place) => fillable[place]?.name ?? null);
  }
  const taken = new Set<string>();
  return called.map((name) => {
    const found = columnCalled(name, fillable);
    if (found === null || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
}

/** The column of this name; if there is none, the one whose name differs in case, spaces and dashes only. */
function columnCalled(name: string, columns: readonly GridColumn[]): string | null {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
  const found =
    columns.find((column) => column.name === name) ??
    columns.find((column) => plain(column.name) === plain(name));
  return found?.name ?? null;
}
