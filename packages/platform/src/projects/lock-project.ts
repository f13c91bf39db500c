import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';

/**
 * Changes to one project that depend on each other, of keys, settings or what it is doing, take turns: each holds this lock to its
 * end. Answers what cannot change until then: the status, and whose the database is.
 * @throws PlatformError `not_found` when the project has just been deleted
 */
export async function lockProject(
  transaction: Transaction,
  projectId: number,
): Promise<Pick<ProjectRow, 'status' | 'attached_version' | 'server_keeper'>> {
  const row = await transaction
    .selectFrom('projects')
    .select(['status', 'attached_version', 'server_keeper'])
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'The project has just been deleted.');
  return row;
}
