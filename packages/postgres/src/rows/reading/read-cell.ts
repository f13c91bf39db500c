import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { queryTexts } from '../session.ts';
import { qualifiedName, type ShapeColumn, type TableShape } from '../shape/table-shape.ts';
import { compare, running } from '../statements/style.ts';

/** A row's key: each column with its value. */
export type RowKey = readonly (readonly [ShapeColumn, string])[];

/** One value, whole. Null when there is no such row; `value` is null too when it is longer than `maxBytes`. */
export async function readCell(
  client: pg.Client,
  shape: TableShape,
  key: RowKey,
  { column, maxBytes }: { column: ShapeColumn; maxBytes: number },
): Promise<{ value: string | null; bytes: number } | null> {
  const style = running();
  const where = key.map(([part, value]) => compare(style, part, '=', value)).join(' and ');
  const [row] = await queryTexts(
    client,
    `select case when r.value is distinct from null and pg_catalog.octet_length(w.text) <= ${Math.trunc(maxBytes)} then w.text end,
      case when r.value is distinct from null then pg_catalog.octet_length(w.text) else 0 end
    from (select t.${quoteIdent(column.name)} as value from ${qualifiedName(shape)} as t where ${where} limit 1) as r
    cross join lateral (select pg_catalog.concat(r.value) as text offset 0) as w`,
    style.values,
  );
  if (row === undefined) return null;
  return { value: row[0] ?? null, bytes: Number(row[1]) };
}
