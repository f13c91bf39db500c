import type { ConnectionTarget } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { askAsOwner } from '../project-cluster/ask-as-owner.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';

/** What running jobs takes. */
export type JobDependencies = Pick<Dependencies, 'db' | 'clusters' | 'operations' | 'sqlConnections' | 'log'>;

const APPLICATION = 'basalt-scheduled-jobs';

/**
 * Asks about jobs as the project's owner.
 * @throws PlatformError `conflict` for a database that is attached: nobody runs jobs there for us
 */
export async function withJobTables<T>(
  dependencies: JobDependencies,
  project: ProjectRow,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  assertOwnCluster(project, 'There are no scheduled jobs in this project');
  return askAsOwner(dependencies, project, APPLICATION, ask);
}

/**
 * Where the command of a job runs: a session of the owner's that logs in like any other of the project's people, and counts as one
 * of their connections. It was never a superuser's, so nothing in it leads back to one.
 */
export async function jobTarget(
  dependencies: JobDependencies,
  project: ProjectRow,
): Promise<ConnectionTarget> {
  return { ...(await readyDatabase(dependencies, project, OWNER_ROLE)), applicationName: APPLICATION };
}
