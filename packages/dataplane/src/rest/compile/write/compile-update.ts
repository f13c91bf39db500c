import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { where } from '../level/render-level.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/quote-name.ts';
import { changedRows } from './changed-rows.ts';
import { compilePayload } from './compile-payload.ts';
import type { DataChange } from './data-change.ts';
import { keyedBody, payloadColumns } from './payload-columns.ts';

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
