import { withClient, withSetting } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { sqlDatabase } from './project-connections.ts';
import { OWNER_ROLE } from './roles.ts';

/** What asking a project takes. */
export type AskingDependencies = Pick<Dependencies, 'db' | 'clusters' | 'operations' | 'sqlConnections'>;

/** Of the platform's own statements: the tables are small, and the project's people can lock them. */
export const STATEMENT_TIMEOUT_MS = 8_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks about the platform's tables in a project's database as the project's owner, on a connection of the SQL pages. Names are found
 * in the server's own schema only, and a project that can write nothing (its disk is full) has nothing written.
 */
export async function askAsOwner<T>(
  dependencies: AskingDependencies,
  project: ProjectRow,
  applicationName: string,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE);
  const quiet = withSetting({ ...target, applicationName }, 'statement_timeout', STATEMENT_TIMEOUT_MS);
  try {
    return await withClient(withSetting(quiet, 'search_path', 'pg_catalog'), ask, {
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
    });
  } finally {
    release();
  }
}
