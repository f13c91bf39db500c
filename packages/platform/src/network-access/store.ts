import type { NetworkAccess } from '@basalt/clusters';
import { sql } from 'kysely';
import type { Database, Transaction } from '../kernel/open-database.ts';

export interface StoredAccess extends NetworkAccess {
  /** Null: nobody has changed anything. */
  updatedAt: Date | null;
}

export const OPEN: StoredAccess = { requireTls: false, allowedBlocks: null, updatedAt: null };

/** Null: nobody has changed anything. */
export async function readNetworkAccess(
  db: Database | Transaction,
  projectId: number,
): Promise<StoredAccess | null> {
  const row = await db
    .selectFrom('network_access')
    .select(['require_tls', 'updated_at', sql<string[] | null>`allowed_blocks::text[]`.as('blocks')])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { requireTls: row.require_tls, allowedBlocks: row.blocks, updatedAt: row.updated_at };
}

/** What holds for a project holds for a copy of it: the same rows are in its database. */
export async function copyNetworkAccess(transaction: Transaction, from: number, to: number): Promise<void> {
  await sql`
    insert into network_access (project_id, require_tls, allowed_blocks)
    select ${to}::bigint, require_tls, allowed_blocks from network_access where project_id = ${from}`.execute(
    transaction,
  );
}
