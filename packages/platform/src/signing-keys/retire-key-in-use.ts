import { sql } from 'kysely';
import type { Transaction } from '../kernel/open-database.ts';

/** Makes room for another key in use: the one that signs now goes on verifying. The caller holds the project's lock. */
export async function retireKeyInUse(transaction: Transaction, projectId: number): Promise<void> {
  await transaction
    .updateTable('signing_keys')
    .set({ status: 'previously_used', updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('status', '=', 'in_use')
    .execute();
}
