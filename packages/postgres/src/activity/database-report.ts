import type { ClientBase } from 'pg';
import { toQueryError } from '../errors/query-error.ts';

/** How a database is doing. Sizes are bytes; shares go from 0 to 1, null before the first read. */
export interface DatabaseReport {
  readonly connections: {
    readonly used: number;
    readonly max: number;
    readonly byUser: readonly { readonly user: string; readonly active: number; readonly idle: number }[];
  };
  readonly cacheHit: { readonly tables: number | null; readonly indexes: number | null };
  readonly size: number;
  readonly largest: readonly {
    readonly schema: string;
    readonly name: string;
    readonly bytes: number;
    readonly rowsEstimate: number;
  }[];
}

const CONNECTIONS = `
select coalesce(usename, '') as user,
  (pg_catalog.count(*) filter (where state <> 'idle'))::int4 as active,
  (pg_catalog.count(*) filter (where coalesce(state, 'idle') = 'idle'))::int4 as idle
from pg_catalog.pg_stat_activity
where backend_type = 'client backend' and pid <> pg_catalog.pg_backend_pid()
group by 1 order by pg_catalog.count(*) desc, 1`;

const NUMBERS = `
select pg_catalog.current_setting('max_connections')::int4 as max,
  pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as size,
  (select sum(heap_blks_hit)::float8 / nullif(sum(heap_blks_hit) + sum(heap_blks_read), 0)::float8
    from pg_catalog.pg_statio_user_tables) as tables,
  (select sum(idx_blks_hit)::float8 / nullif(sum(idx_blks_hit) + sum(idx_blks_read), 0)::float8
    from pg_catalog.pg_statio_user_indexes) as indexes`;

// A table that is being rewritten cannot be measured before that is over, so it is left out.
const LARGEST = `
select n.nspname as schema, c.relname as name, pg_catalog.pg_total_relation_size(c.oid)::float8 as bytes,
  greatest(0, c.reltuples)::float8 as "rowsEstimate"
from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_catalog.pg_locks as l
    where l.relation = c.oid and l.mode = 'AccessExclusiveLock' and l.granted)
order by bytes desc nulls last, 1, 2 limit 10`;

/** Reads how the connected database is doing. The client's role must see the connections of all. */
export async function readDatabaseReport(client: ClientBase): Promise<DatabaseReport> {
  await client.query("set statement_timeout = '10s'");
  const { rows: byUser } = await client.query<DatabaseReport['connections']['byUser'][number]>(CONNECTIONS);
  const { rows } = await client.query<{
    max: number;
    size: number;
    tables: number | null;
    indexes: number | null;
  }>(NUMBERS);
  const { rows: largest } = await client.query<DatabaseReport['largest'][number]>(LARGEST);
  const { max = 0, size = 0, tables = null, indexes = null } = rows[0] ?? {};
  const used = byUser.reduce((sum, { active, idle }) => sum + active + idle, 0);
  return { connections: { used, max, byUser }, cacheHit: { tables, indexes }, size, largest };
}

/** The size on disk of the database the client is connected to, in bytes. Throws QueryError. */
export async function databaseSize(client: ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_catalog.pg_database_size(pg_catalog.current_database())::text as bytes',
    );
    return Number(rows[0]?.bytes);
  } catch (error) {
    throw toQueryError(error);
  }
}
