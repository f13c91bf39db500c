import { QueryError, withClient } from '@basalt/postgres';
import type { Actor } from '../access/authorize.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { readyDatabase } from './ready-database.ts';
import { READ_ONLY_ROLE } from './roles.ts';

/**
 * Reads something from a project's database with a connection of its read-only role.
 * @throws PlatformError `unavailable` with what the database said, when it has no free connection for example
 */
export async function readDatabase<T>(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  read: Parameters<typeof withClient<T>>[1],
): Promise<T> {
  const { project, role } = await getProject(dependencies.db, actor.accountId, ref);
  assertMay('read_sql', role);
  const target = await readyDatabase(dependencies, project, READ_ONLY_ROLE);
  try {
    return await withClient(target, read);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', `The database did not answer: ${error.message}.`, {
      cause: error,
    });
  }
}
