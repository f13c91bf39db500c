import { quoteIdent } from '@basalt/sql';
import type { ClientBase } from 'pg';
import { knownFailure } from '../errors/query-error.ts';
import { NOT_OF_ADVISORS } from './own-statements.ts';

/** A statement with all its runs since the statistics began. Times are milliseconds. */
export interface SlowQuery {
  readonly query: string;
  readonly calls: number;
  readonly totalMilliseconds: number;
  readonly meanMilliseconds: number;
  readonly maxMilliseconds: number;
  readonly rows: number;
  readonly user: string;
}

const EXTENSION = `
select n.nspname as schema from pg_catalog.pg_extension as e join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
where e.extname = 'pg_stat_statements'`;

/** Installed, but the server was started without its library. */
const NOT_LOADED = '55000';

/** The ten statements that took most time in all, by pg_stat_statements; null where it is not there or not loaded. */
export async function listSlowQueries(client: ClientBase): Promise<SlowQuery[] | null> {
  const schema = (await client.query<{ schema: string }>(EXTENSION)).rows[0]?.schema;
  if (schema === undefined) return null;
  try {
    const { rows } = await client.query<SlowQuery>(
      `select s.query, s.calls::float8 as calls, s.total_exec_time as "totalMilliseconds",
         s.mean_exec_time as "meanMilliseconds", s.max_exec_time as "maxMilliseconds", s.rows::float8 as rows,
         coalesce(r.rolname, '') as user
       from ${quoteIdent(schema)}.pg_stat_statements as s left join pg_catalog.pg_roles as r on r.oid = s.userid
       where s.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
         and not coalesce(r.rolsuper, false) and ${NOT_OF_ADVISORS}
       order by s.total_exec_time desc limit 10`,
    );
    return rows;
  } catch (error) {
    if (knownFailure(error)?.code === NOT_LOADED) return null;
    throw error;
  }
}
