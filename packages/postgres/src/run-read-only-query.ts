import type { ConnectionTarget } from './connection-target.ts';
import type { QueryResult } from './query-result.ts';
import { beginReadOnly, lastTimeout, readOnlyTarget } from './read-only-transaction.ts';
import { type RunQueryOptions, withSession } from './run-query.ts';
import { sendExtended } from './send-query.ts';

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
