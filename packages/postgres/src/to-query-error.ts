import { DatabaseError } from 'pg';
import { QueryError, SQLSTATE } from './query-error.ts';

// What the driver and the operating system say when there is no connection, or no longer one.
const CANNOT_CONNECT = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'ENAMETOOLONG',
  'EINVAL',
]);
const CONNECTION_LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);

function fromServer(error: DatabaseError): QueryError {
  return new QueryError(
    {
      message: error.message,
      code: error.code ?? SQLSTATE.internal,
      severity: error.severity ?? 'ERROR',
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      position: error.position === undefined ? null : Number(error.position),
      where: error.where ?? null,
      schema: error.schema ?? null,
      table: error.table ?? null,
      column: error.column ?? null,
      constraint: error.constraint ?? null,
    },
    { cause: error },
  );
}

function cannotConnect(cause: Error, reason: string): QueryError {
  const message = `Could not connect to the database: ${reason}. Check that it is running and reachable.`;
  return new QueryError({ message, code: SQLSTATE.cannotConnect, severity: 'FATAL' }, { cause });
}

function connectionLost(cause: Error): QueryError {
  const message = 'The connection to the database was lost before the answer was complete. Try again.';
  return new QueryError({ message, code: SQLSTATE.connectionLost, severity: 'FATAL' }, { cause });
}

/** The QueryError for a failure of the database, the driver or the network; null for any other error. */
export function knownFailure(error: unknown): QueryError | null {
  if (error instanceof QueryError) return error;
  if (error instanceof DatabaseError) return fromServer(error);
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CANNOT_CONNECT.has(code)) return cannotConnect(error, code);
  if (CONNECTION_LOST.has(code)) return connectionLost(error);
  if (error.message === 'timeout expired') return cannotConnect(error, 'it did not answer in time');
  if (error.message.startsWith('Connection terminated')) return connectionLost(error);
  if (error.message === 'Client has encountered a connection error and is not queryable')
    return connectionLost(error);
  if (error.message.startsWith('SASL')) {
    const message = 'The database asked for a password and the given one cannot be used. Check the password.';
    return new QueryError({ message, code: SQLSTATE.wrongPassword, severity: 'FATAL' }, { cause: error });
  }
  return null;
}

/** Any failure as a QueryError. What is not from the database, the driver or the network becomes XX000. */
export function toQueryError(error: unknown): QueryError {
  const known = knownFailure(error);
  if (known !== null) return known;
  const message = error instanceof Error ? error.message : 'Something that is not an error was thrown.';
  return new QueryError({ message, code: SQLSTATE.internal }, { cause: error });
}

/** The error for work that its caller called off. */
export function cancelledError(): QueryError {
  return new QueryError({ message: 'The query was cancelled.', code: SQLSTATE.cancelled });
}
