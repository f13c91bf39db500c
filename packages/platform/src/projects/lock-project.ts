import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';

/**
 * Changes to one project that depend on each other, of keys, settings or what it is doing, take turns: each holds this lock to its
 * end. Answers the status that the project has until then.
 * @throws PlatformError `not_found` when the project has just been deleted
 */
export async function lockProject(
  transaction: Transaction,
  projectId: number,
): Promise<Pick<ProjectRow, 'status'>> {
  const row = await transaction
    .selectFrom('projects')
    .select('status')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'The project has just been deleted.');
  return row;
}
