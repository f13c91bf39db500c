import { quoteIdent } from '@basalt/sql';
import type { RowFormat } from '../../csv/answer-translator.ts';
import type { ShapeColumn } from '../shape/table-shape.ts';
import { literal } from '../statements/style.ts';

/** Rows of one INSERT. Larger statements gain little, and take memory where they are run. */
const ROWS_PER_INSERT = 500;
const BYTES_PER_INSERT = 256 * 1024;

/**
 * INSERT statements that make the same rows again. Columns that the database computes must be left out.
 * @param overriding whether the table has numbers that are otherwise its own to give
 */
export function insertFormat(table: string, columns: readonly ShapeColumn[], overriding: boolean): RowFormat {
  const names = columns.map(({ name }) => quoteIdent(name)).join(', ');
  const start =
    columns.length === 0
      ? null
      : `insert into ${table} (${names})${overriding ? ' overriding system value' : ''} values\n`;
  let rows = 0;
  let bytes = 0;
  return {
    name: 'an SQL file',
    start: () => '',
    row(values) {
      if (start === null) return `insert into ${table} default values;\n`;
      const list = values.map((value, place) => sqlOf(value, columns[place])).join(', ');
      const isFull = rows === ROWS_PER_INSERT || bytes > BYTES_PER_INSERT;
      const before = rows === 0 ? start : isFull ? `;\n${start}` : ',\n';
      rows = isFull ? 1 : rows + 1;
      bytes = (isFull ? 0 : bytes) + list.length;
      return `${before}  (${list})`;
    },
    end: () => (rows === 0 ? '' : ';\n'),
  };
}

function sqlOf(value: string | null, column: ShapeColumn | undefined): string {
  return value === null || column === undefined ? 'null' : literal(value, column);
}

/** A JSON array with an object for each row, which the statement makes itself: one on each line. */
export function jsonFormat(): RowFormat {
  let isFirst = true;
  return {
    name: 'a JSON file',
    start: () => '[',
    row([object]) {
      const before = isFirst ? '\n' : ',\n';
      isFirst = false;
      return `${before}${object ?? 'null'}`;
    },
    end: () => '\n]\n',
  };
}
