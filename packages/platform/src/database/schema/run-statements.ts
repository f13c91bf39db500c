import { QueryError, SQLSTATE, withClient } from '@basalt/postgres';
import { splitStatements } from '@basalt/sql';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { sqlDatabase } from '../../project-cluster/project-connections.ts';
import { OWNER_ROLE } from '../../project-cluster/roles.ts';
import { toSqlError } from '../query-events.ts';
import { fieldOfError } from './field-of-error.ts';

// Whoever waits for a lock keeps everybody behind him waiting too.
const LIMITS = "set local lock_timeout = '5s'; set local statement_timeout = '60s'";
/** A little more than a statement may take. */
const ANSWER_TIMEOUT_MS = 70_000;
// Building an index while others write waits for every transaction that is older, and nobody waits for it.
const OUTSIDE_LIMITS = "set lock_timeout = 0; set statement_timeout = '10min'";
const OUTSIDE_ANSWER_TIMEOUT_MS = 610_000;
const LOCK_TIMEOUT = '55P03';

export interface Transaction<T> {
  /** Default: the project's owner. The superuser is for statements that hold nothing of the project's. */
  role?: string;
  /** Runs before the statements, in the same transaction. */
  before?: ((client: ClientBase) => Promise<void>) | undefined;
  statements: readonly string[];
  /** Each statement by itself, since PostgreSQL has some that cannot be part of a transaction. What is done stays done. */
  isOutside?: boolean | undefined;
  /** Runs after them. */
  after: (client: ClientBase) => Promise<T>;
  /** What was sent, for the field that an error is about. */
  body: unknown;
}

/**
 * Runs statements, as the project's owner unless they say otherwise, all or none (or each by itself, see `isOutside`), with the
 * search path that its sessions have.
 * @throws PlatformError `sql_error` with what the database said, `unavailable` when there is no connection
 */
export async function runStatements<T>(
  dependencies: Dependencies,
  project: ProjectRow,
  transaction: Transaction<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { target, release } = await sqlDatabase(
    dependencies,
    project,
    transaction.role ?? OWNER_ROLE,
    signal,
  );
  let running = '';
  const { isOutside = false } = transaction;
  try {
    return await withClient(
      target,
      async (client) => {
        if (!isOutside) await client.query('begin');
        await client.query(isOutside ? OUTSIDE_LIMITS : LIMITS);
        await transaction.before?.(client);
        for (const statement of transaction.statements) {
          assertOne(statement);
          running = statement;
          await client.query(statement);
        }
        running = '';
        const found = await transaction.after(client);
        if (!isOutside) await client.query('commit');
        return found;
      },
      { signal, answerTimeoutMs: isOutside ? OUTSIDE_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS },
    );
  } catch (error) {
    throw error instanceof QueryError ? toFailure(error, running, transaction.body) : error;
  } finally {
    release();
  }
}

/** What people wrote was checked when the statement was built. This is the wall behind that. */
function assertOne(statement: string): void {
  if (splitStatements(statement).length !== 1) throw new Error('a definition is not one statement');
}

function toFailure(error: QueryError, statement: string, body: unknown): PlatformError {
  const isAway = /^(?:08|53|57P)/.test(error.code) && error.code !== SQLSTATE.protocolViolation;
  if (isAway)
    return new PlatformError('unavailable', `The database did not answer: ${error.message}`, {
      cause: error,
    });
  const hint =
    error.hint ??
    (error.code === LOCK_TIMEOUT
      ? 'Somebody else is using this now. Try again, or end the query under “Running queries” in the SQL editor.'
      : null);
  const field = fieldOfError(error, statement, body);
  return new PlatformError('sql_error', error.message, {
    details: { ...toSqlError(error), hint, statement },
    ...(field !== null && { field }),
    cause: error,
  });
}
