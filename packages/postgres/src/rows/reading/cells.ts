import type { ShapeColumn } from '../shape/table-shape.ts';

/** Values whose text must be made before it can be measured are not looked at when they are longer than this, in bytes. */
const LARGEST_MEASURED = 256 * 1024;
/** No value that takes fewer bytes in a table has a text that is too long: a list of NULLs needs 40 times its size. */
const SMALL = 40;

/** What a page selects of the row `r`, whose columns are `v0`, `v1` and so on. */
export interface CellSql {
  /** A value, or its beginning. */
  readonly value: string;
  /** Its length in bytes when only the beginning is sent, otherwise null. */
  readonly bytes: string;
  /** Made once for both, as a column of `w`. */
  readonly made: string | null;
}

/**
 * Cuts long values where they are, so that they are never sent, and for texts and bytes not even read as a whole.
 * @param bytes the longest that is sent whole. The beginning of a longer one may have more: a character has up to four.
 */
export function cell(column: ShapeColumn, place: number, isWhole: boolean, bytes: number): CellSql {
  const value = `r.v${place}`;
  if (isWhole || column.length > 0) return { value, bytes: 'null', made: null };
  if (column.isBuiltIn && (column.typeName === 'text' || column.typeName === 'varchar')) {
    const size = `pg_catalog.octet_length(${value}::pg_catalog.text)`;
    return {
      value: `pg_catalog.left(${value}::pg_catalog.text, ${bytes})`,
      bytes: `case when ${size} > ${bytes} then ${size} end`,
      made: null,
    };
  }
  if (column.isBuiltIn && column.typeName === 'bytea') {
    const size = `pg_catalog.octet_length(${value}) * 2::pg_catalog.int8 + 2`;
    return {
      value: `pg_catalog.substring(${value}, 1, ${bytes / 2})`,
      bytes: `case when ${size} > ${bytes} then ${size} end`,
      made: null,
    };
  }
  const made = `w.w${place}`;
  const stored = `pg_catalog.pg_column_size(${value})`;
  return {
    value: `case when ${value} is not distinct from null then null when ${stored} <= ${SMALL} then pg_catalog.concat(${value}) else pg_catalog.left(${made}, ${bytes}) end`,
    bytes: `case when ${stored} > ${LARGEST_MEASURED} then ${stored} when pg_catalog.octet_length(${made}) > ${bytes} then pg_catalog.octet_length(${made}) end`,
    made: `case when ${stored} > ${SMALL} then case when ${stored} <= ${LARGEST_MEASURED} then pg_catalog.concat(${value}) else '' end end as w${place}`,
  };
}

/** The beginning of a text that fits into so many bytes, without half a character. */
export function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), {
    stream: true,
  });
}
