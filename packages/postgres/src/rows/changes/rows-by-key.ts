import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { type ReadRow, readRow, selectFrom } from '../reading/select-rows.ts';
import { qualifiedName, type TableShape } from '../shape/table-shape.ts';
import { compared, running } from '../statements/style.ts';

/** The values of a key, in the order of the table's key. */
export type KeyValues = readonly (string | null)[];

/**
 * The rows with these keys as they are now, each at the place of its key; null where there is none.
 * @param lock keeps everybody from changing them until the transaction ends
 */
export async function rowsByKey(
  client: pg.Client,
  shape: TableShape,
  keys: readonly KeyValues[],
  { lock, cellBytes }: { lock: boolean; cellBytes: number },
): Promise<(ReadRow | null)[]> {
  const found: (ReadRow | null)[] = keys.map(() => null);
  if (keys.length === 0 || shape.key === null) return found;
  const from = `${qualifiedName(shape)} as t join ${keyList(shape)}`;
  const text = selectFrom(shape, `${from}${lock ? ' for update of t' : ''}`, cellBytes, 'k.n');
  const lists = shape.key.map((_name, place) => keys.map((key) => key[place] ?? null));
  const { rows } = await client.query({ text, values: lists, rowMode: 'array' });
  for (const [place, ...row] of rows as unknown as (string | null)[][])
    found[Number(place) - 1] ??= readRow(shape, row, cellBytes);
  return found;
}

/**
 * `unnest(lists) as k on t.a = k.c0 and …`: `k.n` is the place in the lists, from 1. Its parameters, one list for each
 * column of the key, are the first of the statement.
 */
export function keyList(shape: TableShape): string {
  const style = running();
  const columns = (shape.key ?? []).flatMap((name) => shape.columns.filter((column) => column.name === name));
  const lists = columns.map(
    ({ comparison, plainType }, place) =>
      `$${place + 1}::${comparison === null ? 'pg_catalog.text' : plainType}[]`,
  );
  const names = columns.map((_column, place) => `c${place}`);
  const same = columns.map(
    (column, place) => `${compared(style, column)} ${style.operator(column, '=')} k.c${place}`,
  );
  return `rows from (${lists.map((list) => `pg_catalog.unnest(${list})`).join(', ')}) with ordinality as k(${names.map(quoteIdent).join(', ')}, n) on ${same.join(' and ')}`;
}
