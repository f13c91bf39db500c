import type pg from 'pg';
import { queryTexts } from '../session.ts';
import { qualifiedName, type TableShape } from '../shape/table-shape.ts';
import { orderBy, PLACE, type Sort, type Step, sameAs, stepsBeyond } from '../statements/keyset.ts';
import { running, type Style } from '../statements/style.ts';

/** Rows that have one value, on average: from here on sorting all of them for a page takes longer than asking for each value. */
const COARSE = 1_000;
/** A page of values that are rarer than the average is read in the usual way after so many of them. */
const MAX_GROUPS = 10;

/**
 * Whether many rows share each value of the first column, by PostgreSQL's statistics. A page in this order would sort all rows of
 * the first value by the key, although one index has the values in order and another one the key.
 */
export async function isCoarse(
  client: pg.Client,
  shape: TableShape,
  sorts: readonly Sort[],
): Promise<boolean> {
  const [first, second] = sorts;
  const isTable = shape.kind === 'r' || shape.kind === 'm';
  if (!isTable || first === undefined || first.column.comparison === null) return false;
  if (second === undefined || second.column === PLACE) return false;
  const [[answer] = []] = await queryTexts(
    client,
    `select c.reltuples / case when s.n_distinct > 0 then s.n_distinct
        else greatest(-s.n_distinct * c.reltuples, 1::pg_catalog.float4) end > ${COARSE}
     from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     join pg_catalog.pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname
     where c.oid = $1::pg_catalog.oid and s.attname = $2 and not s.inherited`,
    [String(shape.id), first.column.name],
  );
  return answer === 't';
}

/**
 * The steps of a page, one for each value of the first column, as long as they are asked for; in the end what is left.
 * @param after the value whose rows have been read; undefined for the first page
 */
export async function* groupSteps(
  client: pg.Client,
  shape: TableShape,
  sorts: readonly Sort[],
  after: string | null | undefined,
): AsyncGenerator<(style: Style) => Step> {
  const [first, ...rest] = sorts;
  if (first === undefined) return;
  let steps: (order: readonly Sort[]) => ((style: Style) => Step)[] =
    after === undefined
      ? (order) => [() => ({ conditions: [], order })]
      : (order) => stepsBeyond(order, after);
  for (let group = 0; group < MAX_GROUPS; group++) {
    const value = await firstValue(client, shape, first, steps([first]));
    if (value === undefined) return;
    yield (style) => ({ conditions: [sameAs(style, first, value)], order: rest });
    steps = (order) => stepsBeyond(order, value);
  }
  yield* steps(sorts);
}

/** The first of the values that these steps lead to; undefined when they lead to none. */
async function firstValue(
  client: pg.Client,
  shape: TableShape,
  { column }: Sort,
  steps: readonly ((style: Style) => Step)[],
): Promise<string | null | undefined> {
  for (const stepOf of steps) {
    const style = running();
    const { conditions, order } = stepOf(style);
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    const [row] = await queryTexts(
      client,
      `select ${style.column(column)} from ${qualifiedName(shape)} as t${where}${orderBy(style, order)} limit 1`,
      style.values,
    );
    if (row !== undefined) return row[0] ?? null;
  }
  return undefined;
}
