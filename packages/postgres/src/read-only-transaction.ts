import { type ConnectionTarget, withSetting } from './connection-target.ts';
import { QueryError, SQLSTATE } from './query-error.ts';
import { collectAnswer } from './run-query.ts';
import { sendSimple } from './send-query.ts';
import type { Session } from './wire/session.ts';

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
