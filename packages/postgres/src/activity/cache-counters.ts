import type { ClientBase } from 'pg';

/** How many blocks of the present database were found in memory, and how many were not, since its counters were reset. */
export interface CacheCounters {
  readonly hits: number;
  readonly reads: number;
}

/** @param client any role's */
export async function readCacheCounters(client: ClientBase): Promise<CacheCounters> {
  const { rows } = await client.query<CacheCounters>(`
    select blks_hit::float8 as hits, blks_read::float8 as reads
    from pg_catalog.pg_stat_database where datname = pg_catalog.current_database()`);
  return rows[0] ?? { hits: 0, reads: 0 };
}
