import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { where } from '../level/render-level.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/quote-name.ts';
import { changedRows } from './changed-rows.ts';
import type { DataChange } from './data-change.ts';

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
