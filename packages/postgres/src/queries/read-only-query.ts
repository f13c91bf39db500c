import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import type { Session } from '../wire/session.ts';
import type { QueryResult } from './query-result.ts';
import { collectAnswer, type RunQueryOptions, withSession } from './run-query.ts';
import { sendExtended, sendSimple } from './send-query.ts';

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Runs exactly one statement that can only read, with a timeout (default 30 s). It runs inside a read-only transaction
 * that has already taken a snapshot, after which the server refuses to make it writable; the extended protocol refuses
 * a second statement that could follow a COMMIT. This guards against accidents and injected statements: what the
 * caller may see is decided by the rights of `target.user`, which should be a read-only role.
 * Throws like `runQuery`; a write is 25006.
 */
export async function runReadOnlyQuery(
  target: ConnectionTarget,
  sql: string,
  parameters: readonly unknown[] = [],
  options: RunQueryOptions = {},
): Promise<QueryResult> {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const signals = [options.signal, lastTimeout(statementTimeoutMs)].filter((signal) => signal !== undefined);
  const limited = { ...options, statementTimeoutMs, signal: AbortSignal.any(signals) };
  return await withSession(readOnlyTarget(target), sql, limited, async (session) => {
    await beginReadOnly(session);
    sendExtended(session, sql, parameters);
    // Closing the session rolls back.
  });
}

const BEGIN =
  "rollback; begin read only; select pg_catalog.current_setting('transaction_read_only') as state";
const ANSWER_BYTES = 16;
/** The server ends a statement at its timeout itself; this is for one that catches its own cancellation. */
const TIMEOUT_GRACE_MS = 1000;

/** The same target with sessions whose transactions are read-only unless they say otherwise. */
export function readOnlyTarget(target: ConnectionTarget): ConnectionTarget {
  return withSetting(target, 'default_transaction_read_only', 'on');
}

/**
 * Leaves whatever transaction the session is in and begins a read-only one that has taken a snapshot: after that the
 * server refuses to make it writable. What runs in it must be sent over the extended protocol, which refuses a second
 * statement that could follow a COMMIT, and is undone by the next call or by closing the session.
 */
export async function beginReadOnly(session: Session): Promise<void> {
  sendSimple(session, BEGIN);
  const { rows } = await collectAnswer(session, ANSWER_BYTES);
  if (rows[0]?.state === 'on') return;
  throw new QueryError({
    message: 'The database did not begin a read-only transaction, so nothing was run.',
    code: SQLSTATE.internal,
  });
}

/** Fires a little after the server's own timeout; undefined without a timeout. */
export function lastTimeout(statementTimeoutMs: number): AbortSignal | undefined {
  return statementTimeoutMs === 0 ? undefined : AbortSignal.timeout(statementTimeoutMs + TIMEOUT_GRACE_MS);
}
