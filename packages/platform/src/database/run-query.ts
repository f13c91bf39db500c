import { QueryError, runQuery as run, runReadOnlyQuery } from '@basalt/postgres';
import { placeOf } from '@basalt/sql';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { toSqlError } from './query-events.ts';

/** Of the line that the database points at. */
const SHOWN_CHARACTERS = 200;

export interface QueryRequest {
  ref: string;
  query: string;
  parameters?: unknown[] | undefined;
  readOnly: boolean;
}

/**
 * The management API's query: the rows of the last statement that has any. Read-only is decided by the database role.
 * @throws PlatformError `sql_error` with everything the database said, `unavailable` when no connection is free
 */
export async function runQuery(
  dependencies: Dependencies,
  actor: Actor,
  { ref, query, parameters, readOnly }: QueryRequest,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>[]> {
  const { project, role } = await getProject(dependencies.db, actor, ref);
  assertMay(readOnly ? 'read_sql' : 'run_sql', role);
  const asRole = readOnly ? READ_ONLY_ROLE : OWNER_ROLE;
  const { target, release } = await sqlDatabase(dependencies, project, asRole, signal);
  try {
    const { rows } = readOnly
      ? await runReadOnlyQuery(target, query, parameters, { signal })
      : await run(target, query, parameters, { signal });
    return rows as Record<string, unknown>[];
  } catch (error) {
    throw error instanceof QueryError ? sqlFailure(error, query, readOnly) : error;
  } finally {
    release();
  }
}

function sqlFailure(error: QueryError, query: string, readOnly: boolean): PlatformError {
  const what = readOnly ? 'Failed to run read-only sql query' : 'Failed to run sql query';
  const place = error.position === null ? null : placeOf(query, error.position);
  const text = [
    `${what}: ${error.severity}:  ${error.code}: ${error.message}`,
    ...(place === null ? [] : [`LINE ${place.line}: ${place.text.slice(0, SHOWN_CHARACTERS)}`]),
    ...(error.detail === null ? [] : [`DETAIL:  ${error.detail}`]),
    ...(error.hint === null ? [] : [`HINT:  ${error.hint}`]),
  ].join('\n');
  return new PlatformError('sql_error', text, { details: toSqlError(error), cause: error });
}
