import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';

const CHANNEL = 'basalt_projects';
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;

/** By this name gateways know each other's connections. */
const GATEWAY = 'basalt-gateway';
/** Of this role only: somebody else's sessions are nobody's gateways. */
const GATEWAYS = `
  select count(*)::int as gateways from pg_stat_activity
  where application_name = '${GATEWAY}' and datname = current_database() and usename = current_user`;

/** Called with the ref of a project that changed; with null when anything may have changed. */
export type ChangeListener = (ref: string | null) => void;

/** Called every few seconds with how many gateways listen, this one among them. */
export type GatewaysListener = (count: number) => void;

export interface Listening {
  connectionString: string;
  onChange: ChangeListener;
  /** Whoever wants to know is a gateway. */
  onGateways?: GatewaysListener | undefined;
  log: Log;
}

/**
 * Listens for changes of projects on a connection of its own, and goes on trying for as long as the database is away. What
 * happened while it was not listening is told as null. Returns the way to end it.
 */
export function listenForChanges(listening: Listening): () => void {
  const { onChange, log } = listening;
  const stop = new AbortController();
  void (async () => {
    let delay = FIRST_RETRY_MS;
    while (!stop.signal.aborted) {
      const told = (ref: string | null) => {
        delay = FIRST_RETRY_MS;
        onChange(ref);
      };
      await listenOnce({ ...listening, onChange: told }, stop.signal).catch((error: unknown) => {
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
  { connectionString, onChange, onGateways }: Listening,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: onGateways === undefined ? 'basalt-project-runtime' : GATEWAY,
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
    const ask = () =>
      client.query<{ gateways: number }>(GATEWAYS).then(
        ({ rows: [row] }) => onGateways?.(row?.gateways ?? 1),
        () => client.connection.stream.destroy(),
      );
    heartbeat = setInterval(ask, HEARTBEAT_MS).unref();
    await ask();
    await ended;
  } finally {
    clearInterval(heartbeat);
    await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
    client.connection.stream.destroy();
  }
}
