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
      if (owner.bent) await client.query('alter role basalt_sql_pages reset all');
    });
  } catch (error) {
    log('error', { ref, error }, 'The connections of a project could not be limited.');
  }
}
