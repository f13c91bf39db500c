import type { ReadLevel } from '../../request/read-plan.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { ROWS_HERE } from '../answer/answer-row.ts';
import { type BodyFormat, compileBody } from '../answer/media.ts';
import { compileLevel } from '../level/compile-level.ts';
import { outputNames, renderRows } from '../level/render-level.ts';
import { handedSource, type QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteText } from '../sql/sql-text.ts';

/** A statement that changes rows, up to where RETURNING follows. */
export interface DataChange {
  /** Without ` returning …`. */
  sql: string;
  /** False for what stands for a change of nothing: it reads `select … ` + sql. */
  changes: boolean;
  /** Which of the affected rows are new: `counted` by a setting that the others raise. */
  newRows: 'none' | 'all' | 'counted';
}

/** Name of the CTE with the rows that were written. */
export const WRITTEN = 'written';

/** What RETURNING must give, and what the answer makes of it. */
interface WrittenRows {
  returning: string;
  from: string;
  /** SQL of the number of rows affected. */
  page: string;
  body: string | null;
}

/** Nothing is shown: no column is returned, for which the right to read would be needed. */
export function countedRows(): WrittenRows {
  return { returning: '1 as one', from: WRITTEN, page: ROWS_HERE, body: null };
}

/** Only the key, for `Location`. */
export function keyRows({ primaryKey }: Relation, alias: string): WrittenRows {
  const columns = primaryKey.map((name) => `${alias}.${quoteName(name)}`);
  return { ...countedRows(), returning: columns.join(', ') };
}

/** The key of the row, if one was written, as a JSON object of texts. */
export function keyOfOne({ primaryKey }: Relation): string {
  const pairs = primaryKey.map((name) => `${quoteText(name)}, ${WRITTEN}.${quoteName(name)}::text`);
  return `case when count(*) = 1 then (select json_build_object(${pairs.join(', ')}) from ${WRITTEN}) end`;
}

/** The rows as `select` wants them, embeds included. Filters chose the rows that were written and do not apply again. */
export function shownRows(
  read: ReadLevel,
  relation: Relation,
  alias: string,
  format: BodyFormat,
  scope: QueryScope,
): WrittenRows {
  const source = handedSource(alias, relation, scope.aliases);
  const options = { cap: null, starNamed: true, hoisted: false };
  const level = compileLevel({ ...read, where: [] }, source, scope, options);
  const rows = renderRows(level, `${WRITTEN} as ${alias}`);
  const all =
    level.limit === null &&
    level.offset === null &&
    !level.grouped &&
    level.conditions.length === 0 &&
    level.joins.length === 0;
  return {
    returning: source.producers(alias),
    from: `(${rows}) as t`,
    page: all ? ROWS_HERE : `(select count(*) from ${WRITTEN})`,
    body: compileBody(format, { kind: 'rows', one: false, names: outputNames(level.outputs) }),
  };
}
