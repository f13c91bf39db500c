import type pg from 'pg';
import { cancelBackend } from '../../connections/cancel.ts';
import { connect } from '../../connections/connect.ts';
import { type ConnectionTarget, withSetting } from '../../connections/connection-target.ts';
import { EXACT_VALUES } from '../../connections/exact-values.ts';
import { cancelledError, toQueryError } from '../../errors/query-error.ts';

/** Longer than the catalog of a large database takes; what asks only that has no other end. */
export const QUESTIONS_MS = 5 * 60_000;

// Values must read the same on both sides, whatever the settings of database and role say. Nothing here may time out, and
// no name may be found in a schema of users.
const SESSION = {
  search_path: 'pg_catalog, pg_temp',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
  default_transaction_read_only: 'off',
  ...EXACT_VALUES,
  client_min_messages: 'error',
} as const;

/** Only known since 17, so it cannot be among the settings of the connection. */
const NO_TRANSACTION_TIMEOUT = `select pg_catalog.set_config(name, '0', false)
  from pg_catalog.pg_settings where name = 'transaction_timeout'`;

// The driver keeps these on its client without declaring them.
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** The settings that every session of a dump or copy has. Those of `extra` count more. */
function forTransfer(
  target: ConnectionTarget,
  extra: Readonly<Record<string, string | number>> = {},
): ConnectionTarget {
  return Object.entries({ ...SESSION, ...extra }).reduce(
    (result, [name, value]) => withSetting(result, name, value),
    target,
  );
}

/** A connection that is cancelled and dropped as soon as the signal fires. Throws like `connect`. */
export async function openTransferClient(
  target: ConnectionTarget,
  signal: AbortSignal,
  extra: Readonly<Record<string, string | number>> = {},
): Promise<pg.Client> {
  const client = await connect(forTransfer(target, extra), { signal, answerTimeoutMs: null });
  const { processID, secretKey } = client as unknown as BackendKey;
  const abort = () => {
    // A backend in the middle of a long statement would notice the closed socket late.
    void cancelBackend(target, processID, secretKey).catch(() => {});
    client.connection.stream.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  client.connection.stream.once('close', () => signal.removeEventListener('abort', abort));
  try {
    if (signal.aborted) throw cancelledError();
    await client.query(NO_TRANSACTION_TIMEOUT);
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw signal.aborted ? cancelledError() : toQueryError(error);
  }
}

/** Runs `work` with such a connection and closes it. */
export async function withTransferClient<T>(
  target: ConnectionTarget,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
  extra: Readonly<Record<string, string | number>> = {},
): Promise<T> {
  const client = await openTransferClient(target, signal, extra);
  try {
    return await work(client);
  } catch (error) {
    throw signal.aborted ? cancelledError() : toQueryError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
