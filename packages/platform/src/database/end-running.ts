import { endQuery } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { withDatabase } from './with-database.ts';

interface EndRequest {
  ref: string;
  pid: number;
  connected_at: string;
}

/**
 * Cancels a running statement, or closes its connection.
 * @throws PlatformError `forbidden` for those who may not change the database, and for connections of superusers
 */
export async function endRunning(
  dependencies: Dependencies,
  actor: Actor,
  how: 'cancel' | 'terminate',
  { ref, pid, connected_at }: EndRequest,
): Promise<{ ended: boolean }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const outcome = await withDatabase(dependencies, project, SUPERUSER_ROLE, (client) =>
    endQuery(client, how, { pid, connectedAt: connected_at }),
  );
  if (outcome === 'protected')
    throw new PlatformError('forbidden', 'This statement is the platform’s own and ends by itself.');
  return { ended: outcome === 'ended' };
}
