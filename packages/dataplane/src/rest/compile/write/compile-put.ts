import { invalidPutFilters, putKeyMismatch, putLimitNotAllowed } from '../../errors/index.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/quote-name.ts';
import { fromPayload } from './compile-insert.ts';
import { conflictClause } from './conflict-clause.ts';
import type { DataChange } from './data-change.ts';
import { keyedBody, payloadColumns } from './payload-columns.ts';

/**
 * PUT: the one row that the URL names, new or replaced. The body's key is compared by the database: another one gives no row.
 * @throws {RestError} PGRST105, PGRST114, PGRST115
 */
export function compilePut(
  request: RestRequest,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): DataChange {
  if (request.read.limit !== null || request.read.offset !== 0) throw putLimitNotAllowed();
  const key = keyFilters(request.read, relation);
  const body = keyedBody(request);
  const columns = payloadColumns(body, request.columns, relation);
  const given = new Set(columns.map(({ name }) => name));
  if (body.rows !== 1 || !relation.primaryKey.every((name) => given.has(name))) throw putKeyMismatch();
  const conflict = conflictClause('merge-duplicates', null, columns, relation);
  const rows = fromPayload(body, columns, scope, {
    fillDefaults: request.preferences.missing === 'default',
    conditions: (value) =>
      columns
        .filter(({ name }) => key.has(name))
        .map((column) => `${value(column)} = ${scope.values.add(key.get(column.name) ?? '')}`),
  });
  return {
    sql: `insert into ${quoteQualified(relation)} as ${alias}${rows}${conflict.sql}`,
    changes: true,
    newRows: conflict.newRows,
  };
}

/** The key's values: the filters must be those of the primary key, all of them and nothing else. */
function keyFilters({ where }: ReadLevel, { primaryKey }: Relation): Map<string, string> {
  const values = new Map<string, string>();
  for (const condition of where) {
    if (condition.kind !== 'test' || condition.negated || condition.field.steps.length > 0)
      throw invalidPutFilters();
    const { test, field } = condition;
    if (test.operator !== 'eq' || test.quantifier !== null || !primaryKey.includes(field.name))
      throw invalidPutFilters();
    values.set(field.name, test.value);
  }
  if (values.size === 0 || values.size !== primaryKey.length || where.length !== values.size)
    throw invalidPutFilters();
  return values;
}
