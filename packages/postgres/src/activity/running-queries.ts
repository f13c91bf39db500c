import type { ClientBase } from 'pg';

/** A statement that a client runs now, or a transaction that it left open. */
export interface RunningQuery {
  readonly pid: number;
  readonly connectedAt: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly user: string;
  readonly isSuperuser: boolean;
  readonly application: string;
  readonly client: string | null;
  readonly state: string;
  readonly waitsFor: string | null;
  readonly blockedBy: readonly number[];
  readonly query: string;
}

/** When a connection was opened, to the microsecond and the same text whatever the time zone of the session. */
export const CONNECTED_AT = `pg_catalog.to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const QUERIES = `
select a.pid, ${CONNECTED_AT} as "connectedAt",
  pg_catalog.to_char(coalesce(a.query_start, a.backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    as "startedAt",
  greatest(0, extract(epoch from pg_catalog.clock_timestamp() - coalesce(a.query_start, a.backend_start)) * 1000)::float8
    as milliseconds,
  coalesce(a.usename, '') as user, coalesce(r.rolsuper, true) as "isSuperuser",
  coalesce(a.application_name, '') as application,
  pg_catalog.host(a.client_addr) as client, a.state,
  case when a.state = 'active' then a.wait_event_type || ': ' || a.wait_event end as "waitsFor",
  pg_catalog.pg_blocking_pids(a.pid) as "blockedBy", a.query
from pg_catalog.pg_stat_activity as a left join pg_catalog.pg_roles as r on r.oid = a.usesysid
where a.datname = pg_catalog.current_database() and a.backend_type = 'client backend'
  and a.state is not null and a.state not in ('idle', 'disabled') and a.pid <> pg_catalog.pg_backend_pid()
order by a.query_start
limit 1000`;

/** What clients of the database run now, the longest first. The client's role must see the statements of all. */
export async function listRunningQueries(client: ClientBase): Promise<RunningQuery[]> {
  return (await client.query<RunningQuery>(QUERIES)).rows;
}
