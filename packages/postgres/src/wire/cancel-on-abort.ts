import { setTimeout as delay } from 'node:timers/promises';
import { cancelBackend } from '../connections/cancel.ts';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { cancelledError } from '../errors/query-error.ts';
import type { Session } from './session.ts';

/** How long a cancelled query may take to end before its backend is terminated. */
const GRACE_MS = 1000;

/** Waits for a step that may fail: the next one is stronger. */
async function attempt(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}

/**
 * Asks the server to cancel what the session runs. A backend that has not ended a second later is terminated and the
 * connection dropped. Never throws; does nothing more once `ended` has fired.
 */
export async function stopBackend(
  target: ConnectionTarget,
  session: Pick<Session, 'backendPid' | 'secretKey' | 'destroy'>,
  ended: AbortSignal,
): Promise<void> {
  await attempt(cancelBackend(target, session.backendPid, session.secretKey));
  await attempt(delay(GRACE_MS, undefined, { signal: ended }));
  if (ended.aborted) return;
  // PL/pgSQL can catch a cancellation, but not a termination. A role may terminate its own backends.
  await attempt(
    withClient(target, (client) => client.query('select pg_terminate_backend($1)', [session.backendPid]), {
      connectTimeoutMs: GRACE_MS,
      signal: ended,
    }),
  );
  if (!ended.aborted) session.destroy();
}

/**
 * Runs `work`, which asks the server something and reads the answer. When the signal fires, the server is asked to
 * cancel; a backend that has not ended a second later is terminated and the connection dropped, so `work` ends in any
 * case as long as it keeps reading. Throws the error of a cancelled query when the signal has fired already.
 */
export async function cancelOnAbort<T>(
  target: ConnectionTarget,
  session: Session,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelledError();
  const ended = new AbortController();
  const onAbort = () => void stopBackend(target, session, ended.signal);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } finally {
    ended.abort();
    signal?.removeEventListener('abort', onAbort);
  }
}
