import { QueryError, withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';

/**
 * Asks a project's database something with a connection of one of its roles.
 * @throws PlatformError `unavailable` with what the database said, when it has no free connection for example
 */
export async function withDatabase<T>(
  dependencies: Dependencies,
  project: ProjectRow,
  role: string,
  ask: Parameters<typeof withClient<T>>[1],
): Promise<T> {
  const { target, release } = await (role === SUPERUSER_ROLE
    ? onReserved(dependencies, project)
    : sqlDatabase(dependencies, project, role));
  try {
    return await withClient(target, ask);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', `The database did not answer: ${error.message}.`, {
      cause: error,
    });
  } finally {
    release();
  }
}

/** What runs is seen and ended also where SQL pages have no connection left: the superuser's are reserved, and not counted. */
async function onReserved(dependencies: Dependencies, project: ProjectRow) {
  return { target: await readyDatabase(dependencies, project, SUPERUSER_ROLE), release: () => {} };
}
