import { type ConnectionTarget, withSetting } from './connection-target.ts';
import type { QueryResult } from './query-result.ts';
import { collectAnswer, type RunQueryOptions, withSession } from './run-query.ts';
import { sendExtended, sendSimple } from './send-query.ts';

const STATEMENT_TIMEOUT_MS = 30_000;
/** The server ends the statement itself; this is for one that catches its own cancellation. */
const TIMEOUT_GRACE_MS = 1000;
const SNAPSHOT_BYTES = 1;

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
  const limited = { ...options, statementTimeoutMs, signal: withTimeout(options.signal, statementTimeoutMs) };
  const readOnly = withSetting(target, 'default_transaction_read_only', 'on');
  return await withSession(readOnly, sql, limited, async (session) => {
    sendSimple(session, 'begin read only; select 1');
    await collectAnswer(session, SNAPSHOT_BYTES);
    sendExtended(session, sql, parameters);
    // Closing the session rolls back.
  });
}

function withTimeout(signal: AbortSignal | undefined, statementTimeoutMs: number): AbortSignal | undefined {
  if (statementTimeoutMs === 0) return signal;
  const timeout = AbortSignal.timeout(statementTimeoutMs + TIMEOUT_GRACE_MS);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
