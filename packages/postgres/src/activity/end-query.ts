import type { ClientBase } from 'pg';
import { CONNECTED_AT } from './running-queries.ts';

/** A connection of a client: a pid alone may by now belong to another one. */
export interface ConnectionName {
  readonly pid: number;
  /** As `listRunningQueries` tells it. */
  readonly connectedAt: string;
}

/** `protected`: it belongs to a superuser, and was left alone. `gone`: there is nothing to end any more. */
export type EndedQuery = 'ended' | 'gone' | 'protected';

const HOW = { cancel: 'pg_cancel_backend', terminate: 'pg_terminate_backend' } as const;

/**
 * Cancels the statement of a connection, or closes the connection. Which one it is, whether it still runs something and
 * whom it belongs to is looked up in the statement that ends it.
 */
export async function endQuery(
  client: ClientBase,
  how: keyof typeof HOW,
  { pid, connectedAt }: ConnectionName,
): Promise<EndedQuery> {
  const { rows } = await client.query<{ outcome: EndedQuery }>(
    `select case
       when coalesce(r.rolsuper, true) then 'protected'
       when pg_catalog.${HOW[how]}(a.pid) then 'ended'
       else 'gone' end as outcome
     from pg_catalog.pg_stat_activity as a left join pg_catalog.pg_roles as r on r.oid = a.usesysid
     where a.pid = $1 and ${CONNECTED_AT} = $2 and a.datname = pg_catalog.current_database()
       and a.backend_type = 'client backend' and a.state <> 'idle'`,
    [pid, connectedAt],
  );
  return rows[0]?.outcome ?? 'gone';
}
