import { quoteIdent } from '@basalt/sql';
import type { ClientBase } from 'pg';
import type { PlanJson } from './explain-statement.ts';
import { type IndexCandidate, indexCandidates } from './index-candidates.ts';

/** An index that might help, and how much is known about that. */
export interface IndexAdvice {
  readonly grade: 'likely' | 'unknown';
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly sql: string;
  readonly bytes: number;
  /** So large that building the index would keep writes waiting for long. */
  readonly isTooLarge: boolean;
}

/** Smaller tables are read from end to end quickly. */
const MIN_PAGES = 1_000;
/** Above this share of the rows an index is no better than reading all. */
const MOST_ROWS = 0.05;
/** Of a table on which an index may be tried: 1 GB. */
const MOST_TRIED = { pages: 131_072, rows: 5_000_000 };
const MOST_COLUMNS = 4;
const MOST_CANDIDATES = 5;

const FACTS = `
select c.relkind::pg_catalog.text as kind, c.relpages::pg_catalog.float8 as pages, greatest(c.reltuples, 0)::pg_catalog.float8 as rows,
  coalesce((
    select pg_catalog.jsonb_object_agg(s.attname, pg_catalog.jsonb_build_object('distinct', s.n_distinct, 'width', s.avg_width))
    from pg_catalog.pg_stats s where s.schemaname = $1 and s.tablename = $2 and s.attname = any($3::pg_catalog.text[]) and not s.inherited
  ), '{}') as statistics,
  coalesce((
    select pg_catalog.jsonb_agg(columns.names) from pg_catalog.pg_index i
    cross join lateral (
      select pg_catalog.jsonb_agg(a.attname order by part.place) as names
      from pg_catalog.unnest((i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1]) with ordinality as part(number, place)
      left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.number
    ) as columns
    where i.indrelid = c.oid and i.indisvalid and i.indpred is null
  ), '[]') as indexes
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'm')`;

interface Facts {
  kind: string;
  pages: number;
  rows: number;
  statistics: Record<string, { distinct: number; width: number }>;
  indexes: (string | null)[][];
}

/** Indexes that might help a plan, by the planner's statistics. */
export async function adviseIndexes(
  client: ClientBase,
  plan: PlanJson,
  minPages: number = MIN_PAGES,
): Promise<IndexAdvice[]> {
  await client.query("set search_path = ''; set statement_timeout = '5s'; set lock_timeout = '1s'");
  const found = new Map<string, IndexAdvice>();
  for (const candidate of indexCandidates(plan).slice(0, MOST_CANDIDATES)) {
    const { schema, table, equal, ranges } = candidate;
    const { rows } = await client.query<Facts>(FACTS, [schema, table, [...equal, ...ranges]]);
    const [facts] = rows;
    if (facts === undefined || facts.pages < minPages) continue;
    const advice = judge(candidate, facts);
    if (advice !== null) found.set(advice.sql, advice);
  }
  return [...found.values()];
}

/** Columns that are compared for being equal come first, the most selective at the front, then one range. */
function judge({ schema, table, equal, ranges }: IndexCandidate, facts: Facts): IndexAdvice | null {
  const shareOf = (column: string): number | null => {
    const distinct = facts.statistics[column]?.distinct;
    if (distinct === undefined || distinct === 0) return null;
    return 1 / Math.max(1, distinct < 0 ? -distinct * facts.rows : distinct);
  };
  const sorted = equal.toSorted((a, b) => (shareOf(a) ?? 1) - (shareOf(b) ?? 1));
  const columns = [...sorted, ...ranges.slice(0, 1)].slice(0, MOST_COLUMNS);
  if (facts.indexes.some((index) => beginsWith(index, columns))) return null;
  const shares = sorted.map(shareOf);
  const isKnown = shares.length > 0 && shares.every((share) => share !== null);
  const share = shares.reduce<number>((product, one) => product * (one ?? 1), 1);
  if (isKnown && share > MOST_ROWS && ranges.length === 0) return null;
  const width = columns.reduce((sum, column) => sum + (facts.statistics[column]?.width ?? 8), 0);
  return {
    grade: isKnown && share <= MOST_ROWS ? 'likely' : 'unknown',
    schema,
    table,
    columns,
    sql: `create index concurrently on ${quoteIdent(schema)}.${quoteIdent(table)} (${columns.map(quoteIdent).join(', ')});`,
    // A pointer and a header for each row, in pages that are nine tenths full.
    bytes: Math.ceil((facts.rows * (width + 16)) / 0.9),
    isTooLarge: facts.pages > MOST_TRIED.pages || facts.rows > MOST_TRIED.rows,
  };
}

/** Whether an index has these columns at its front, in whatever order. */
function beginsWith(index: readonly (string | null)[], columns: readonly string[]): boolean {
  const front = index.slice(0, columns.length);
  return front.length === columns.length && columns.every((column) => front.includes(column));
}
