import { withClient } from '@basalt/postgres';
import type { ClusterAddress } from '../../driver.ts';

const PATIENCE_MS = 3_000;
const END_ALL = `
  set statement_timeout = '2s';
  select pg_catalog.pg_terminate_backend(active_pid, 500)
  from pg_catalog.pg_replication_slots
  where slot_type = 'logical' and active_pid is not null`;

/**
 * A connected reader of logical replication keeps a server from stopping for as long as it likes (measured). Readers of the
 * product should have let go already; this ends those of users. A server that does not answer is stopped anyway.
 */
export async function endLogicalReplication(address: ClusterAddress): Promise<void> {
  const target = { ...address, database: 'template1' };
  const options = { connectTimeoutMs: 2_000, signal: AbortSignal.timeout(PATIENCE_MS) };
  await withClient(target, (client) => client.query(END_ALL), options).catch(() => undefined);
}
