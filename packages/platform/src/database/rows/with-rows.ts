import { QueryError, SQLSTATE } from '@basalt/postgres';
import { type RowsSession, withRowsClient } from '@basalt/postgres/rows';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { sqlDatabase } from '../../project-cluster/project-connections.ts';
import { toSqlError } from '../query-events.ts';

type Work<T> = Parameters<typeof withRowsClient<T>>[1];
export type RowsClient = Parameters<Work<unknown>>[0];

export interface RowsAccess extends Pick<RowsSession, 'statementTimeoutMs' | 'lockTimeoutMs' | 'signal'> {
  readonly project: ProjectRow;
  readonly role: string;
}

/** Reading ends after this time; a table that somebody rewrites is waited for a little. */
export const READING = { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 } as const;

/**
 * Runs `work` with one of the connections that the project keeps for SQL pages.
 * @throws PlatformError `sql_error` with what the database said, `unavailable` when it cannot be reached
 */
export async function withRows<T>(
  dependencies: Dependencies,
  { project, role, signal, ...limits }: RowsAccess,
  work: Work<T>,
): Promise<T> {
  const { target, release } = await sqlDatabase(dependencies, project, role, signal);
  try {
    return await withRowsClient({ target, signal, ...limits }, work);
  } catch (error) {
    throw error instanceof QueryError ? rowsFailure(error) : error;
  } finally {
    release();
  }
}

/** @param column the one that the error is about */
export function rowsFailure(error: QueryError, column: string | null = error.column): PlatformError {
  // 08 and 57P: the database is away. Everything else is what it has to say.
  if (error.code.startsWith('08') || error.code.startsWith('57P'))
    return new PlatformError('unavailable', `The database did not answer: ${error.message}.`, {
      cause: error,
    });
  const message =
    error.code === SQLSTATE.cancelled
      ? 'This took too long and was stopped. Filter by a column that has an index, or ask for fewer rows.'
      : error.message;
  return new PlatformError('sql_error', message, {
    details: toSqlError(error),
    cause: error,
    ...(column === null ? {} : { field: column }),
  });
}
