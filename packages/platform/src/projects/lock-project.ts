import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

/**
 * Changes to one project's keys and settings that depend on each other take turns: each holds this lock to its end.
 * @throws PlatformError `not_found` when the project has just been deleted
 */
export async function lockProject(transaction: Transaction, projectId: number): Promise<void> {
  const row = await transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'The project has just been deleted.');
}
