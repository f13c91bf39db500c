import type { Database, Transaction } from '../kernel/open-database.ts';
import type { ProjectAddressRow } from '../kernel/schema.ts';

/** Null: it has the one with its ref only. */
export async function readAddress(
  db: Database | Transaction,
  projectId: number,
): Promise<ProjectAddressRow | null> {
  const row = await db
    .selectFrom('project_addresses')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether another project has shown that a name is its own. */
export async function isTaken(db: Database | Transaction, projectId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_addresses')
    .select('project_id')
    .where('name', '=', name)
    .where('project_id', '<>', projectId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
