import { withClient } from '@basalt/postgres';
import type { ClusterAddress, NetworkAccess } from '../../driver.ts';
import { ownAddresses } from './host-access.ts';

const PATIENCE_MS = 10_000;
/** Whom the rules refuse now, of those who came while they allowed it. Sockets have no address. */
const END_REFUSED = `
  select pg_catalog.pg_terminate_backend(s.pid)
  from pg_catalog.pg_stat_get_activity(null) s
  where s.client_addr is not null and (
    ($1 and not s.ssl)
    or ($2::text[] is not null and not s.client_addr operator(pg_catalog.=) any ($3::text[]::inet[])
      and not exists (
        select from unnest($2::text[]) block where s.client_addr operator(pg_catalog.<<=) block::inet
      ))
  )`;

/**
 * Makes a running server read its access rules again and ends the connections that they refuse.
 * @returns whether the server offers TLS
 */
export async function applyHostAccess(
  address: ClusterAddress,
  { requireTls, allowedBlocks }: NetworkAccess,
): Promise<boolean> {
  const target = { ...address, database: 'template1' };
  const options = { connectTimeoutMs: 5_000, signal: AbortSignal.timeout(PATIENCE_MS) };
  return withClient(
    target,
    async (client) => {
      const { rows } = await client.query<{ ssl: string }>(
        `select pg_catalog.pg_reload_conf(), pg_catalog.current_setting('ssl') as ssl`,
      );
      const offersTls = rows[0]?.ssl === 'on';
      if (requireTls || allowedBlocks !== null)
        await client.query(END_REFUSED, [requireTls, allowedBlocks, ownAddresses()]);
      return offersTls;
    },
    options,
  );
}
