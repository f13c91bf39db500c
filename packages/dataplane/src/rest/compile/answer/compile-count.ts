import type { PipelineStatement } from '@basalt/postgres';
import type { Preferences } from '../../request/rest-request.ts';
import type { CompiledLevel } from '../level/compiled-level.ts';
import { renderRows, where } from '../level/render-level.ts';
import type { StatementValues } from '../sql/statement-values.ts';
import type { PlannedCount } from './compiled-query.ts';
import { ROWS_HERE } from './render-answer.ts';

export interface CompiledCount {
  /** SQL of the `total` column, null for none. */
  total: string | null;
  /** An EXPLAIN that has to run before the answer's statement. */
  explain: PipelineStatement | null;
  exactUpTo: PlannedCount['exactUpTo'];
}

/**
 * The count of all rows that a level's conditions leave, whatever the page.
 * Exact up to `maxRows` and planned beyond is what `estimated` means: counting stops one row after that.
 */
export function compileCount(
  count: Preferences['count'],
  level: CompiledLevel,
  from: string,
  values: StatementValues,
  maxRows: number | null,
): CompiledCount {
  const none = { total: null, explain: null, exactUpTo: null };
  if (count === null) return none;
  const exact = count === 'exact' || (count === 'estimated' && maxRows === null);
  if (exact) return { ...none, total: exactTotal(level, from) };
  const rows = allRows(level, from);
  const explaining = values.finish(`explain (format json) ${rows}`);
  const explain = { sql: explaining.sql, values: explaining.values, reuse: false };
  if (count === 'planned' || maxRows === null) return { ...none, explain };
  const total = `(select count(*) from (${rows} limit ${maxRows + 1}) as t)`;
  return { total, explain, exactUpTo: maxRows };
}

function exactTotal(level: CompiledLevel, from: string): string {
  if (level.limit === null && level.offset === null) return ROWS_HERE;
  if (level.grouped) return `(select count(*) from (${allRows(level, from)}) as t)`;
  return `(select count(*) from ${from}${where(level.conditions)})`;
}

function allRows(level: CompiledLevel, from: string): string {
  if (level.grouped) return renderRows({ ...level, order: [], limit: null, offset: null }, from);
  return `select 1 from ${from}${where(level.conditions)}`;
}
