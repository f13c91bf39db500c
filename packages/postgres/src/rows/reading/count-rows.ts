import type pg from 'pg';
import { QueryError, SQLSTATE, toQueryError } from '../../errors/query-error.ts';
import { queryTexts } from '../session.ts';
import { qualifiedName, type TableShape } from '../shape/table-shape.ts';
import { conditions, type Filter } from '../statements/filters.ts';
import { running, SHOWN } from '../statements/style.ts';

export interface RowCount {
  /** Null when counting takes too long. */
  readonly rows: number | null;
  readonly isExact: boolean;
  readonly sql: string;
}

/** What PostgreSQL thinks cheaper than this is counted anyway: about as much as reading 40 MB. */
const CHEAP = 5_000;

/** How many rows the filters leave, in a transaction that reads: PostgreSQL's estimate, or counted. Throws FilterError. */
export async function countRows(
  client: pg.Client,
  shape: TableShape,
  filters: readonly Filter[],
  exact: boolean,
): Promise<RowCount> {
  const name = qualifiedName(shape);
  const shown = conditions(SHOWN, filters);
  const sql = `select count(*) from ${name}${shown.length === 0 ? '' : ` where ${shown.join(' and ')}`};`;
  const style = running();
  const where = conditions(style, filters);
  const from = `from ${name} as t${where.length === 0 ? '' : ` where ${where.join(' and ')}`}`;
  if (!exact) {
    const [[plan] = []] = await queryTexts(client, `explain (format json) select ${from}`, style.values);
    const [{ Plan: root }] = JSON.parse(plan ?? '') as [
      { Plan: { 'Plan Rows': number; 'Total Cost': number } },
    ];
    if (root['Total Cost'] > CHEAP) return { rows: root['Plan Rows'], isExact: false, sql };
  }
  try {
    const [[rows] = []] = await queryTexts(client, `select pg_catalog.count(*) ${from}`, style.values);
    return { rows: Number(rows), isExact: true, sql };
  } catch (error) {
    const failure = toQueryError(error);
    if (failure instanceof QueryError && failure.code === SQLSTATE.cancelled)
      return { rows: null, isExact: false, sql };
    throw failure;
  }
}
