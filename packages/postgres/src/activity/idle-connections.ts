import type { ClientBase } from 'pg';
import type { ConnectionName } from './end-query.ts';
import { CONNECTED_AT } from './running-queries.ts';

/** A connection that waits for its client to ask something, outside of a transaction. */
export interface IdleConnection extends ConnectionName {
  /** Since its last statement has ended. */
  readonly milliseconds: number;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly client: string | null;
  /** Its last statement. */
  readonly query: string;
}

/** The connections of a server that belong neither to a superuser nor to one of the roles left out. */
export interface Connections {
  /** All of them, idle or not. */
  readonly used: number;
  /** How many there may be: the limit of one role where it has one. */
  readonly limit: number;
  /** Those that are idle, the longest first. */
  readonly idle: readonly IdleConnection[];
}

const OWN = `a.backend_type = 'client backend' and not r.rolsuper and r.rolname <> all ($1::name[])`;

const COUNT = `
select (
    select pg_catalog.count(*)::int4 from pg_catalog.pg_stat_activity as a
      join pg_catalog.pg_roles as r on r.oid = a.usesysid
    where ${OWN}
  ) as used,
  case when owner.rolconnlimit >= 0 then owner.rolconnlimit
    else pg_catalog.current_setting('max_connections')::int4
      - pg_catalog.current_setting('superuser_reserved_connections')::int4 end as limit
from pg_catalog.pg_roles as owner where owner.rolname = $2`;

const IDLE = `
select a.pid, ${CONNECTED_AT} as "connectedAt",
  greatest(0, extract(epoch from pg_catalog.clock_timestamp() - a.state_change) * 1000)::float8 as milliseconds,
  r.rolname::text as user, coalesce(a.datname::text, '') as database, coalesce(a.application_name, '') as application,
  pg_catalog.host(a.client_addr) as client, a.query
from pg_catalog.pg_stat_activity as a join pg_catalog.pg_roles as r on r.oid = a.usesysid
where ${OWN} and a.state = 'idle'
order by a.state_change
limit 1000`;

/**
 * @param client its role must see the connections of all
 * @param leftOut roles whose connections are somebody else's business
 * @param limited the role whose limit counts
 */
export async function listConnections(
  client: ClientBase,
  leftOut: readonly string[],
  limited: string,
): Promise<Connections> {
  const { rows } = await client.query<{ used: number; limit: number }>(COUNT, [leftOut, limited]);
  const { rows: idle } = await client.query<IdleConnection>(IDLE, [leftOut]);
  return { ...(rows[0] ?? { used: 0, limit: 0 }), idle };
}

/** Idle connections that have all of this in common; with `connection` only that one of them. */
export interface IdleKind {
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly client: string | null;
  readonly connection?: ConnectionName | undefined;
}

const END = `
with found as materialized (
  select a.pid from pg_catalog.pg_stat_activity as a join pg_catalog.pg_roles as r on r.oid = a.usesysid
  where ${OWN} and a.state = 'idle' and r.rolname = $2 and coalesce(a.datname::text, '') = $3
    and coalesce(a.application_name, '') = $4 and pg_catalog.host(a.client_addr) is not distinct from $5
    and ($6::int4 is null or (a.pid = $6 and ${CONNECTED_AT} = $7))
)
select (pg_catalog.count(*) filter (where pg_catalog.pg_terminate_backend(pid)))::int4 as ended from found`;

/**
 * Closes idle connections. Which of them still are idle, and whose, is looked up in the statement that ends them.
 * @param client a superuser's
 * @returns how many there were
 */
export async function endIdleConnections(
  client: ClientBase,
  leftOut: readonly string[],
  { user, database, application, client: address, connection }: IdleKind,
): Promise<number> {
  const { rows } = await client.query<{ ended: number }>(END, [
    leftOut,
    user,
    database,
    application,
    address,
    connection?.pid ?? null,
    connection?.connectedAt ?? null,
  ]);
  return rows[0]?.ended ?? 0;
}
