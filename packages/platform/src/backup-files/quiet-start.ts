import type { ClusterDriver } from '@basalt/clusters';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { runningKind } from '../operations/store.ts';
import { startProject } from '../project-cluster/start-project.ts';
import { RESTING_STATUSES } from './choose-source.ts';

interface Machinery {
  db: Database;
  clusters: ClusterDriver;
}

/**
 * Runs a stopped project's database for as long as something reads it. The project stays as it is, so its API goes on refusing.
 * An operation may begin meanwhile: the database is its business then, and it is neither started nor stopped here.
 */
export async function whileStarted<T>(
  machinery: Machinery,
  project: ProjectRow,
  work: () => Promise<T>,
): Promise<T> {
  const started = await whileNobodyActs(machinery.db, project.id, async () => {
    await startProject(machinery.clusters, project);
  });
  if (!started)
    throw new PlatformError('conflict', 'The project changed while its database was to be read. Try again.');
  try {
    return await work();
  } finally {
    await stopIfAtRest(machinery, project);
  }
}

/** Stops the database of a project that rests, unless an operation has begun. */
export async function stopIfAtRest(
  { db, clusters }: Machinery,
  { id, ref }: Pick<ProjectRow, 'id' | 'ref'>,
): Promise<void> {
  await whileNobodyActs(db, id, () => clusters.stop(ref));
}

/** Operations begin with this lock, so none can while `act` runs. False when the project does not rest. */
function whileNobodyActs(db: Database, projectId: number, act: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const project = await transaction
      .selectFrom('projects')
      .select('status')
      .where('id', '=', projectId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (project === undefined || !RESTING_STATUSES.includes(project.status)) return false;
    if ((await runningKind(transaction, projectId)) !== null) return false;
    await act();
    return true;
  });
}
