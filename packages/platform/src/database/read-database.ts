import type { withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { withDatabase } from './with-database.ts';

/**
 * Reads something from a project's database with a connection of its read-only role.
 * @throws PlatformError as `withDatabase` does
 */
export async function readDatabase<T>(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  read: Parameters<typeof withClient<T>>[1],
): Promise<T> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  return withDatabase(dependencies, project, READ_ONLY_ROLE, read);
}
