import { withClient } from '@basalt/postgres';
import type { ClusterAddress, ClusterSettings, Log } from '../../driver.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';

/** How many connections the running server has for the project's owner, and what its role says. */
const LOOK = `
select rolconnlimit as limit, pg_catalog.current_setting('max_connections')::int4 as max,
  exists (
    select from pg_catalog.pg_db_role_setting as s
    where s.setrole = (select oid from pg_catalog.pg_roles where rolname = 'basalt_sql_pages')
  ) as bent
from pg_catalog.pg_roles where rolname = 'postgres'`;

/** Takes back what the role's settings are, for all databases and for single ones. */
const STRAIGHTEN = `
do $$
declare
  bent record;
begin
  for bent in
    select d.datname
    from pg_catalog.pg_db_role_setting as s left join pg_catalog.pg_database as d on d.oid = s.setdatabase
    where s.setrole = (select oid from pg_catalog.pg_roles where rolname = 'basalt_sql_pages')
  loop
    if bent.datname is null then
      alter role basalt_sql_pages reset all;
    else
      execute pg_catalog.format('alter role basalt_sql_pages in database %I reset all', bent.datname);
    end if;
  end loop;
end
$$`;

/**
 * Holds the role `postgres` of a running project to the connections that are not kept for others. Looked at on every start,
 * because a restored, copied or resized database brings another limit along. Its failure is told only: the project is worth
 * more than its limit.
 */
export async function limitOwner(
  { record: { kind, ref } }: ClusterOnDisk,
  address: ClusterAddress,
  { keptConnections }: ClusterSettings,
  log: Log,
): Promise<void> {
  if (kind !== 'project' || keptConnections === undefined) return;
  const { platform, services } = keptConnections;
  try {
    await withClient(address, async (client) => {
      const { rows } = await client.query<{ limit: number; max: number; bent: boolean }>(LOOK);
      const [owner] = rows;
      if (owner === undefined) return;
      const limit = Math.max(1, owner.max - platform - services);
      if (owner.limit !== limit) await client.query(`alter role postgres connection limit ${limit}`);
      // Whoever works on an SQL page can give its role settings: what keeps it from connecting must not last.
      if (owner.bent) await client.query(STRAIGHTEN);
    });
  } catch (error) {
    log('error', { ref, error }, 'The connections of a project could not be limited.');
  }
}
