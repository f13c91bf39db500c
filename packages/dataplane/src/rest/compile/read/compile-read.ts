import type { Condition, ReadLevel } from '../../request/read-plan.ts';
import type { RestRequest } from '../../request/rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { compileCount, expectedRows, ROWS_HERE, renderAnswer } from '../answer/answer-row.ts';
import type { RequestParts } from '../answer/compiled-query.ts';
import { chooseMedia, compileBody, compileListEntry } from '../answer/media.ts';
import { compileLevel } from '../level/compile-level.ts';
import { hasAggregates, outputNames, renderRows } from '../level/render-level.ts';
import { directSource, type QueryScope } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/sql-text.ts';

/** GET and HEAD of a table or view. */
export function compileRead(request: RestRequest, relation: Relation, scope: QueryScope): RequestParts {
  const { cache, maxRows, values } = scope;
  const media = chooseMedia(request.accept, { relation, function: null, select: request.read.select }, cache);
  const alias = scope.aliases.forRoot(relation.name, relation);
  const source = directSource(alias, relation);
  const level = compileLevel(request.read, source, scope, {
    cap: maxRows,
    starNamed: media.format.kind === 'csv',
    hoisted: false,
  });
  const from = `${quoteQualified(relation)} as ${alias}`;
  const count = compileCount(request.preferences.count, level, from, values, maxRows);
  const names = outputNames(level.outputs);
  const rows = `(${renderRows(level, from)}) as t`;
  const pool = count.total === null && isShortRead(request.read, relation, maxRows) ? 'short' : 'long';
  const parts = {
    count,
    media,
    readOnly: true,
    expectRows: expectedRows(request, media, false),
    pool,
    functionSettings: null,
  } as const;
  const entry = compileListEntry(media.format);
  const isLong =
    entry !== null &&
    request.method === 'GET' &&
    media.plan === null &&
    pool === 'long' &&
    mostRows(request.read, maxRows) > MAX_AGGREGATED_ROWS &&
    count.explain === null &&
    (count.total === null || count.total === ROWS_HERE);
  if (isLong)
    return { ...parts, sql: `select ${entry} from ${rows}`, long: { counted: count.total !== null } };
  const body = compileBody(media.format, { kind: 'rows', one: false, names });
  return {
    ...parts,
    sql: renderAnswer({
      with: '',
      from: rows,
      total: count.total,
      page: ROWS_HERE,
      body: request.method === 'HEAD' ? null : body,
      inserted: null,
      location: null,
    }),
  };
}

/**
 * More rows come one by one, so that an answer that is too large ends before the database has made all of it. Fewer come as one
 * value, which takes less of our own time.
 */
export const MAX_AGGREGATED_ROWS = 10_000;

function mostRows({ limit }: ReadLevel, maxRows: number | null): number {
  return Math.min(limit ?? Number.POSITIVE_INFINITY, maxRows ?? Number.POSITIVE_INFINITY);
}

/** Beyond this a limit or an offset is not short. */
export const MAX_SHORT_ROWS = 1000;
const MAX_EMBEDS = 3;
// Those that no ordinary index serves: they may walk through a whole table.
const SLOW_OPERATORS: ReadonlySet<string> = new Set([
  'like',
  'ilike',
  'match',
  'imatch',
  'fts',
  'plfts',
  'phfts',
  'wfts',
]);

/**
 * Whether a read may share a connection with others: others wait behind it there, so it must look quick. A row by its key, or a
 * bounded list of a table with plain filters and few embeds.
 */
export function isShortRead(level: ReadLevel, relation: Relation, maxRows: number | null): boolean {
  if (namesOneRow(level.where, relation)) return embedCount(level) <= MAX_EMBEDS;
  const rows = mostRows(level, maxRows);
  return (
    (relation.kind === 'table' || relation.kind === 'partitioned') &&
    rows <= MAX_SHORT_ROWS &&
    level.offset <= MAX_SHORT_ROWS &&
    !hasAggregates(level.select) &&
    embedCount(level) <= MAX_EMBEDS &&
    level.where.every(isPlain)
  );
}

function namesOneRow(conditions: readonly Condition[], { primaryKey }: Relation): boolean {
  if (primaryKey.length === 0) return false;
  const fixed = new Set<string>();
  for (const condition of conditions)
    if (
      condition.kind === 'test' &&
      !condition.negated &&
      condition.field.steps.length === 0 &&
      condition.test.operator === 'eq' &&
      condition.test.quantifier === null
    )
      fixed.add(condition.field.name);
  return primaryKey.every((name) => fixed.has(name));
}

function isPlain(condition: Condition): boolean {
  if (condition.kind !== 'test') return condition.conditions.every(isPlain);
  return !SLOW_OPERATORS.has(condition.test.operator);
}

function embedCount(level: ReadLevel): number {
  return level.select.reduce(
    (count, item) => (item.kind === 'embed' ? count + 1 + embedCount(item.level) : count),
    0,
  );
}
