import { type ConnectionTarget, withClient, withSetting } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';

/** What running jobs takes. */
export type JobDependencies = Pick<Dependencies, 'db' | 'clusters' | 'operations' | 'sqlConnections' | 'log'>;

const APPLICATION = 'basalt-scheduled-jobs';
/** Of the platform's own statements about jobs: the tables are small, and the project's people can lock them. */
const STATEMENT_TIMEOUT_MS = 8_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks about jobs as the project's owner, on a connection of the SQL pages. Names are found in the server's own schema only, and
 * a project that can write nothing (its disk is full) has no history to write.
 */
export async function withJobTables<T>(
  dependencies: JobDependencies,
  project: ProjectRow,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE);
  const quiet = withSetting(
    { ...target, applicationName: APPLICATION },
    'statement_timeout',
    STATEMENT_TIMEOUT_MS,
  );
  try {
    return await withClient(withSetting(quiet, 'search_path', 'pg_catalog'), ask, {
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
    });
  } finally {
    release();
  }
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
