import { type ClusterAddress, type ClusterDriver, ClusterError } from '@basalt/clusters';
import type { ConnectionTarget } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { describeStatus } from '../projects/project-status.ts';
import { isActive, isArriving } from '../projects/transitions.ts';

const PATIENCE_MS = 15_000;

/**
 * Where a project's database answers now, for one of its roles. A project that is just being created, restored or
 * restarted is waited for; one that should run but does not is started.
 * @throws PlatformError `conflict` when the project is paused or broken, `unavailable` when it cannot be started
 */
export async function readyDatabase(
  dependencies: Pick<Dependencies, 'clusters' | 'db' | 'operations'>,
  project: ProjectRow,
  role: string,
): Promise<ConnectionTarget> {
  const { clusters } = dependencies;
  const { ref } = project;
  const status = isArriving(project.status) ? await arrived(dependencies, project) : project.status;
  if (status !== 'open' && !isActive(status)) {
    const advice = status === 'INACTIVE' ? ' Restore it first.' : '';
    throw new PlatformError(
      'conflict',
      `The database cannot be reached: ${describeStatus(status)}.${advice}`,
    );
  }
  const address = await addressOf(clusters, ref, status === 'open');
  return { ...address, user: role, applicationName: 'basalt-dashboard' };
}

async function addressOf(clusters: ClusterDriver, ref: string, isOpen: boolean): Promise<ClusterAddress> {
  try {
    // Should the operation that opened it stop it again, nothing here may start it.
    return isOpen ? await clusters.address(ref) : (await clusters.start(ref)).address;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    throw new PlatformError('unavailable', error.message, { cause: error });
  }
}

/** The status once the operation at work has ended; `open` when its database serves already. */
async function arrived(
  { db, operations }: Pick<Dependencies, 'db' | 'operations'>,
  project: ProjectRow,
): Promise<ProjectRow['status'] | 'open'> {
  const running = await db
    .selectFrom('operations')
    .select('id')
    .where('project_id', '=', project.id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running !== undefined && (await operations.databaseOpen(running.id, PATIENCE_MS))) return 'open';
  const now = await db
    .selectFrom('projects')
    .select('status')
    .where('id', '=', project.id)
    .executeTakeFirst();
  if (now === undefined) throw new PlatformError('not_found', 'The project has just been deleted.');
  return now.status;
}
