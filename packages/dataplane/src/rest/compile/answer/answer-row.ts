import type { PipelineResult, PipelineStatement } from '@basalt/postgres';
import type { Preferences, RestRequest } from '../../request/rest-request.ts';
import { type CompiledLevel, renderRows, where } from '../level/render-level.ts';
import type { StatementValues } from '../sql/query-scope.ts';
import type { CompiledQuery, PlannedCount } from './compiled-query.ts';
import type { ChosenMedia } from './media.ts';

/** The last statement of a request: its columns as SQL over FROM, null for what there is not. */
export interface Answer {
  /** `with … ` including the space behind it, or empty. */
  with: string;
  from: string;
  total: string | null;
  page: string;
  body: string | null;
  inserted: string | null;
  location: string | null;
}

export const ROWS_HERE = 'count(*)';

/** One row of seven columns, as `CompiledQuery` describes them. */
export function renderAnswer(answer: Answer): string {
  const columns = [
    `${answer.total ?? 'null'} as total`,
    `${answer.page} as page`,
    `${answer.body ?? 'null'} as body`,
    "nullif(current_setting('response.headers', true), '') as headers",
    "nullif(current_setting('response.status', true), '') as status",
    `${answer.inserted ?? 'null'} as inserted`,
    `${answer.location ?? 'null'} as location`,
  ];
  return `${answer.with}select ${columns.join(', ')} from ${answer.from}`;
}

/** The row of an answer whose rows came before it, in a statement of their own. */
export const AFTER_ROWS: Answer = {
  with: '',
  from: '(select) as t',
  total: null,
  page: 'null',
  body: null,
  inserted: null,
  location: null,
};

/** How many rows must be there. @param bounded whether `max-affected` means anything for this request */
export function expectedRows(
  { preferences }: Pick<RestRequest, 'preferences'>,
  { format }: Pick<ChosenMedia, 'format'>,
  bounded: boolean,
): CompiledQuery['expectRows'] {
  if (format.kind === 'json' && format.singular) return { kind: 'exactly-one' };
  const { maxAffected, handling } = preferences;
  if (!bounded || maxAffected === null || handling !== 'strict') return null;
  return { kind: 'at-most', rows: maxAffected };
}

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

/**
 * The count a request asked for, null when it asked for none.
 * @param results of all statements of `query`
 * @param total the column of that name, as a number
 */
export function totalRows(
  query: Pick<CompiledQuery, 'plannedCount'>,
  results: readonly PipelineResult[],
  total: number | null,
): number | null {
  const { plannedCount } = query;
  if (plannedCount === null) return total;
  const { exactUpTo } = plannedCount;
  if (exactUpTo !== null && total !== null && total <= exactUpTo) return total;
  return Math.max(plannedRows(results[plannedCount.statement]), total ?? 0);
}

function plannedRows(result: PipelineResult | undefined): number {
  const text = result?.rows[0]?.[0]?.toString('utf8') ?? '[]';
  const [explained] = JSON.parse(text) as { Plan?: { 'Plan Rows'?: number } }[];
  return explained?.Plan?.['Plan Rows'] ?? 0;
}
