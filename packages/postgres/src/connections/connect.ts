import pg from 'pg';
import { cancelledError, knownFailure, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { decodeValue } from '../values/decode-value.ts';
import { type ConnectionTarget, withSetting } from './connection-target.ts';
import { GuardedSocket } from './guarded-socket.ts';
import { asStandIn, TAKE_OVER_SETTINGS } from './stand-in.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long the server may take for the whole answer to one request, from its sending on; default 60,000. Then the connection is
   * dropped, and the request fails with 08007. Null: as long as it likes, for long work on copies of our own.
   */
  readonly answerTimeoutMs?: number | null | undefined;
  /** How values of results arrive: 'json' (default) as `decodeValue` says, 'text' all as PostgreSQL's text form. */
  readonly values?: 'json' | 'text' | undefined;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_ANSWER_TIMEOUT_MS = 60_000;
const GOODBYE_MS = 2_000;
// A server that works for a process which died finds out after this time and stops.
const CONNECTION_CHECK_INTERVAL_MS = 2000;

/**
 * The driver's configuration for a target. Every setting is spelled out, because the driver fills gaps from PG*
 * variables of the environment and from ~/.pgpass, and neither belongs to the database that is meant here.
 */
export function clientConfig(target: ConnectionTarget, options: ConnectOptions = {}): pg.ClientConfig {
  const { answerTimeoutMs = DEFAULT_ANSWER_TIMEOUT_MS } = options;
  const decode = options.values === 'text' ? (_typeId: number, text: string) => text : decodeValue;
  return {
    host: target.host,
    port: target.port,
    user: target.user,
    database: target.database,
    password: () => target.password ?? '',
    ssl: false,
    stream: () => new GuardedSocket(answerTimeoutMs),
    sslnegotiation: 'postgres',
    client_encoding: 'utf8',
    application_name: target.applicationName ?? 'basalt',
    options: withSetting(target, 'client_connection_check_interval', CONNECTION_CHECK_INTERVAL_MS).options,
    connectionTimeoutMillis: options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    types: {
      getTypeParser: ((typeId: number) => (text: string) =>
        decode(typeId, text)) as typeof pg.types.getTypeParser,
    },
  };
}

/**
 * One new connection. The caller ends it (`client.end()`). Throws a QueryError: 08001 when the server cannot be
 * reached, 57014 when `signal` fired, the server's own code when it refused (28P01 wrong password, 3D000 no such
 * database, 53300 too many connections, 57P03 still starting).
 */
export async function connect(target: ConnectionTarget, options: ConnectOptions = {}): Promise<pg.Client> {
  const { standIn, ...own } = target;
  if (standIn === undefined) return open(own, options);
  return open(own, options).catch((error: unknown) => {
    if (toQueryError(error).code !== SQLSTATE.tooManyConnections) throw error;
    // That it could not stand in is not what the caller must know.
    return connectAsStandIn(own, standIn, options).catch((second: unknown) => {
      throw options.signal?.aborted ? second : error;
    });
  });
}

/** A session that differs from one of the role's own in nothing but what `session_user` says. */
async function connectAsStandIn(
  target: ConnectionTarget,
  standIn: string,
  options: ConnectOptions,
): Promise<pg.Client> {
  const client = await open(asStandIn(target, standIn), options);
  // Settings that cannot be taken over keep nobody from the database.
  await client.query(TAKE_OVER_SETTINGS).catch(() => undefined);
  return client;
}

async function open(target: ConnectionTarget, options: ConnectOptions): Promise<pg.Client> {
  const { signal } = options;
  if (signal?.aborted) throw cancelledError();
  const client = new pg.Client(clientConfig(target, options));
  // An idle connection that breaks is reported by the next query on it; without a listener it would end the process.
  client.on('error', () => {});
  const abort = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw signal?.aborted ? cancelledError() : toQueryError(error);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Runs `fn` with a new connection and closes it; when the signal fires, at once. Failures of the database come as QueryError, others
 * unchanged.
 */
export async function withClient<T>(
  target: ConnectionTarget,
  fn: (client: pg.Client) => Promise<T>,
  options: ConnectOptions = {},
): Promise<T> {
  const { signal } = options;
  const client = await connect(target, options);
  const abort = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await fn(client);
  } catch (error) {
    const failure = knownFailure(error);
    throw failure !== null && signal?.aborted ? cancelledError() : (failure ?? error);
  } finally {
    signal?.removeEventListener('abort', abort);
    await hangUp(client);
  }
}

/** Says goodbye. A server that keeps the connection open all the same is not waited for. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = client.connection;
  const patience = setTimeout(() => stream.destroy(), GOODBYE_MS);
  try {
    await client.end();
  } finally {
    clearTimeout(patience);
  }
}
