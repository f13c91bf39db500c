import { filterRequired } from '../../errors/index.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { compileLevel } from '../level/compile-level.ts';
import { where } from '../level/render-level.ts';
import { directSource, type QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/sql-text.ts';
import { compilePayload, keyedBody, payloadColumns } from './compile-payload.ts';
import type { DataChange } from './written-rows.ts';

/** PATCH: the body's keys are set in all rows the filters leave. An empty body changes nothing. */
export function compileUpdate(
  request: RestRequest,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): DataChange {
  const body = keyedBody(request);
  const columns = payloadColumns(body, request.columns, relation);
  const table = `${quoteQualified(relation)} as ${alias}`;
  if (columns.length === 0 || body.rows === 0)
    return { sql: `from ${table} where false`, changes: false, newRows: 'none' };
  const payload = compilePayload(body, columns, scope, {
    fillDefaults: request.preferences.missing === 'default',
    onlyFirst: true,
  });
  const set = columns.map((column) => `${quoteName(column.name)} = ${payload.value(column)}`);
  const conditions = changedRows('UPDATE', request.read, relation, alias, scope);
  return {
    sql: `update ${table} set ${set.join(', ')} from ${payload.from}${where(conditions)}`,
    changes: true,
    newRows: 'none',
  };
}

/** DELETE: all rows the filters leave. */
export function compileDelete(
  request: RestRequest,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): DataChange {
  const conditions = changedRows('DELETE', request.read, relation, alias, scope);
  return {
    sql: `delete from ${quoteQualified(relation)} as ${alias}${where(conditions)}`,
    changes: true,
    newRows: 'none',
  };
}

/**
 * Which rows a PATCH or DELETE is for: the filters, with null tests of embeds. That an embed is `!inner` narrows only what is
 * shown of them.
 * @throws {RestError} 21000 without any: a forgotten filter must not cost the whole table
 */
function changedRows(
  verb: 'UPDATE' | 'DELETE',
  read: ReadLevel,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): readonly string[] {
  const select = read.select.filter((item) => item.kind === 'embed').map((item) => ({ ...item, join: null }));
  const level = { ...read, select, order: [], limit: null, offset: 0 };
  const options = { cap: null, starNamed: false, hoisted: false };
  const { conditions } = compileLevel(level, directSource(alias, relation), scope, options);
  if (conditions.length === 0) throw filterRequired(verb);
  return conditions;
}
