import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import type { RemoteDatabase } from './remote-database.ts';

/** Before it lets us in, a server sends some hundred bytes. */
const LONGEST_GREETING = 1024 * 1024;
const MEASURE_EVERY_MS = 20;

/** Who asks for a session, and with which settings it begins. */
export interface RemoteLogin {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly applicationName: string | undefined;
  /** In the form of libpq's `options`. */
  readonly options: string | undefined;
  /** What a client that wants to replicate says: `database`. */
  readonly replication: string | undefined;
}

/** A session that has begun and in which nothing has been asked yet. */
export interface RemoteSession {
  readonly stream: Duplex;
  /** The settings that the server told. */
  readonly parameters: readonly [name: string, value: string][];
  /** What it is cancelled with. */
  readonly processId: number;
  readonly secretKey: number;
}

/**
 * Logs in to a server that somebody else runs, over TLS if that is asked for: the driver speaks TLS and knows the ways to prove a
 * password. What comes after the login is the caller's.
 * @param socket connected; it is destroyed when this fails
 * @throws {QueryError} what the server says, or that it is none
 */
export async function logInRemotely(
  remote: Pick<RemoteDatabase, 'host' | 'tls' | 'certificateAuthority'>,
  login: RemoteLogin,
  socket: Socket,
  timeoutMs: number,
): Promise<RemoteSession> {
  const client = new pg.Client({
    ...configFor(remote, login),
    stream: () => alreadyConnected(socket),
    connectionTimeoutMillis: timeoutMs,
  });
  client.on('error', () => {});
  const parameters: [string, string][] = [];
  const { connection } = client as unknown as { connection: Handshake };
  connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
    parameters.push([parameterName, parameterValue]),
  );
  const measure = setInterval(() => {
    if (socket.bytesRead > LONGEST_GREETING)
      socket.destroy(new Error('The server sent more than a login takes.'));
  }, MEASURE_EVERY_MS);
  try {
    await client.connect();
  } catch (error) {
    connection.stream.destroy();
    socket.destroy();
    throw certificateProblem(error) ?? toQueryError(error);
  } finally {
    clearInterval(measure);
  }
  const { stream } = connection;
  stream.removeAllListeners('data');
  stream.pause();
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  return { stream, parameters, processId: processID, secretKey };
}

const NOT_SIGNED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** In words for who named the server. Null: it is something else. */
function certificateProblem(error: unknown): QueryError | null {
  const { code = '' } = error as { code?: string };
  const fatal = (message: string) =>
    new QueryError({ message, code: SQLSTATE.cannotConnect, severity: 'FATAL' });
  if (NOT_SIGNED.has(code))
    return fatal(
      'No known authority has signed its certificate. Give the certificate of the authority that has, or encrypt without verifying.',
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return fatal('Its certificate is for another host name.');
  if (code === 'CERT_HAS_EXPIRED') return fatal('Its certificate has expired.');
  return null;
}

/** What the driver has and does not declare. */
interface Handshake {
  readonly stream: Duplex;
  on(
    event: 'parameterStatus',
    listener: (message: { parameterName: string; parameterValue: string }) => void,
  ): void;
}

function configFor(
  { host, tls, certificateAuthority }: Pick<RemoteDatabase, 'host' | 'tls' | 'certificateAuthority'>,
  login: RemoteLogin,
): pg.ClientConfig & { replication?: string } {
  return {
    host,
    user: login.user,
    database: login.database,
    password: login.password,
    ssl:
      tls === 'off'
        ? false
        : {
            rejectUnauthorized: tls === 'verify',
            ...(certificateAuthority === null ? {} : { ca: certificateAuthority }),
          },
    sslnegotiation: 'postgres',
    client_encoding: 'utf8',
    application_name: login.applicationName ?? 'basalt',
    ...(login.options === undefined ? {} : { options: login.options }),
    ...(login.replication === undefined ? {} : { replication: login.replication }),
  };
}

/** The driver connects its stream by itself; whom it may reach was decided when this one was opened. */
function alreadyConnected(socket: Socket): Socket {
  socket.connect = () => {
    setImmediate(() => socket.emit('connect'));
    return socket;
  };
  return socket;
}
