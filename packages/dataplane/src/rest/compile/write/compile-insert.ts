import { invalidBody, invalidPutFilters, putKeyMismatch, putLimitNotAllowed } from '../../errors/index.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import { where } from '../level/render-level.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/sql-text.ts';
import { compilePayload, type KeyedBody, keyedBody, payloadColumns } from './compile-payload.ts';
import type { DataChange } from './written-rows.ts';

// Rows without any key are written out one by one.
const MAX_EMPTY_ROWS = 1000;

/** POST to a table. @param alias of the table, quoted */
export function compileInsert(
  request: RestRequest,
  relation: Relation,
  alias: string,
  scope: QueryScope,
): DataChange {
  const body = keyedBody(request);
  const columns = payloadColumns(body, request.columns, relation);
  const into = `insert into ${quoteQualified(relation)} as ${alias}`;
  const { resolution, missing } = request.preferences;
  const conflict = conflictClause(resolution, request.onConflict, columns, relation);
  const rows =
    columns.length === 0
      ? withoutColumns(body, relation)
      : fromPayload(body, columns, scope, { fillDefaults: missing === 'default', conditions: () => [] });
  return { sql: `${into}${rows}${conflict.sql}`, changes: true, newRows: conflict.newRows };
}

interface FromPayload {
  fillDefaults: boolean;
  /** Which rows of the payload count. */
  conditions(value: (column: Column) => string): string[];
}

/** ` (columns) select … from body` */
function fromPayload(
  body: KeyedBody,
  columns: readonly Column[],
  scope: QueryScope,
  { fillDefaults, conditions }: FromPayload,
): string {
  const payload = compilePayload(body, columns, scope, { fillDefaults, onlyFirst: false });
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const read = columns.map((column) => payload.value(column)).join(', ');
  return ` (${names}) select ${read} from ${payload.from}${where(conditions((column) => payload.value(column)))}`;
}

/** Rows of nothing but defaults: as many as there are empty objects. */
function withoutColumns(body: KeyedBody, relation: Relation): string {
  if (body.rows === 0) return ' select where false';
  if (body.rows === 1) return ' default values';
  const [first] = relation.columns.keys();
  if (first === undefined || body.rows > MAX_EMPTY_ROWS)
    throw invalidBody(`At most ${MAX_EMPTY_ROWS} objects without keys can be inserted at once`);
  return ` (${quoteName(first)}) values ${Array<string>(body.rows).fill('(default)').join(', ')}`;
}

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

interface ConflictClause {
  /** With a space before it, or empty. */
  sql: string;
  newRows: Exclude<DataChange['newRows'], 'none'>;
}

const COUNTER = 'basalt.updated';
const UPDATED = `coalesce(nullif(current_setting('${COUNTER}', true), '')::bigint, 0)`;

/**
 * SQL of how many of all affected rows were new, null where that is no question. It needs no right to read the table, and works
 * on views.
 * @param affected SQL of the number of affected rows
 */
export function countNewRows(newRows: DataChange['newRows'], affected: string): string | null {
  if (newRows === 'none') return null;
  return newRows === 'counted' ? `${affected} - ${UPDATED}` : affected;
}

/** ON CONFLICT for `resolution=`: on the columns named, else on the primary key, else there is nothing to conflict with. */
function conflictClause(
  resolution: RestRequest['preferences']['resolution'],
  onConflict: readonly string[] | null,
  columns: readonly Column[],
  relation: Relation,
): ConflictClause {
  const target = onConflict ?? relation.primaryKey;
  if (resolution === null || target.length === 0) return { sql: '', newRows: 'all' };
  const on = ` on conflict (${target.map(quoteName).join(', ')})`;
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return { sql: `${on} do nothing`, newRows: 'all' };
  const key = new Set(target);
  const others = columns.filter(({ name }) => !key.has(name));
  // With nothing but the key, a row is set to itself, so that it counts and can be returned.
  const changed = (others.length === 0 ? columns : others).map(({ name }) => quoteName(name));
  const set = changed.map((name) => `${name} = excluded.${name}`).join(', ');
  const counted = `set_config('${COUNTER}', (${UPDATED} + 1)::text, true) is not null`;
  return { sql: `${on} do update set ${set} where ${counted}`, newRows: 'counted' };
}
