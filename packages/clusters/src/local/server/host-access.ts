import { networkInterfaces } from 'node:os';
import type { NetworkAccess } from '../../driver.ts';

export const OPEN_ACCESS: NetworkAccess = { requireTls: false, allowedBlocks: null };

/**
 * The server's access rules (pg_hba.conf). They lie outside the data directory and are written at every start, so that a
 * restored or branched database cannot bring others.
 *
 * The socket trusts everybody because only root and the cluster's own user can enter its folder. SQL cannot use that user's
 * way in: dblink, postgres_fdw and subscriptions let nobody but a superuser connect without a password, and refuse a
 * connection for which the server did not ask for it. Over TCP the superuser, the role whose connections are kept for SQL pages and
 * whole-cluster replication are shut out. The machine's own addresses are always let in: the pooler comes from there, and has asked its
 * clients where they come from.
 */
export function hostAccess({ requireTls, allowedBlocks }: NetworkAccess): string {
  const kind = requireTls ? 'hostssl' : 'host';
  const addresses = allowedBlocks === null ? ['all'] : ['samehost', ...allowedBlocks.map(checkedBlock)];
  return `# Written by Basalt at every start of this server; changes are lost.
local  all          all               trust
local  replication  all               trust
host   all          supabase_admin    all  reject
host   all          basalt_sql_pages  all  reject
host   replication  all               all  reject
${addresses.map((address) => `${kind}  all  all  ${address}  scram-sha-256\n`).join('')}`;
}

/** What `samehost` means to the server. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}

/** Callers check what people write; a line of its own must never come of it. */
function checkedBlock(block: string): string {
  if (!/^[0-9a-f.:]{2,45}\/\d{1,3}$/i.test(block))
    throw new TypeError(`"${block}" is no block of addresses.`);
  return block;
}
