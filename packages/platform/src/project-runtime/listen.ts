import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';

const CHANNEL = 'basalt_projects';
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;

/** Called with the ref of a project that changed; with null when anything may have changed. */
export type ChangeListener = (ref: string | null) => void;

/**
 * Listens for changes of projects on a connection of its own, and goes on trying for as long as the database is away. What
 * happened while it was not listening is told as null. Returns the way to end it.
 */
export function listenForChanges(connectionString: string, onChange: ChangeListener, log: Log): () => void {
  const stop = new AbortController();
  void (async () => {
    let delay = FIRST_RETRY_MS;
    while (!stop.signal.aborted) {
      await listenOnce(connectionString, stop.signal, (ref) => {
        delay = FIRST_RETRY_MS;
        onChange(ref);
      }).catch((error: unknown) => {
        if (!stop.signal.aborted) log('warn', { err: error }, 'listening for changes of projects broke off');
      });
      await sleep(delay, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      delay = Math.min(LAST_RETRY_MS, delay * 2);
    }
  })();
  return () => stop.abort();
}

/** Listens until the connection ends or `signal` fires. */
async function listenOnce(
  connectionString: string,
  signal: AbortSignal,
  onChange: ChangeListener,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'basalt-project-runtime',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve, reject) => {
    client.once('end', resolve);
    client.on('error', reject);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // It may break before anyone waits for it.
  ended.catch(() => {});
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    client.on('notification', ({ payload }) => onChange(payload || null));
    await client.query(`listen ${CHANNEL}`);
    onChange(null);
    // A database that vanished without a word (a machine that lost power) is noticed by asking.
    heartbeat = setInterval(() => {
      client.query('select 1').catch(() => client.connection.stream.destroy());
    }, HEARTBEAT_MS).unref();
    await ended;
  } finally {
    clearInterval(heartbeat);
    await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
    client.connection.stream.destroy();
  }
}
