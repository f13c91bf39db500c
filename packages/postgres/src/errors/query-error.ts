import { DatabaseError } from 'pg';

/** What a failed query says, as plain data that can travel as JSON. Absent parts are null. */
export interface QueryErrorFields {
  readonly message: string;
  /** SQLSTATE: the server's own, or 08001 (cannot connect), 08006 (connection lost), 08007 (no answer in time), 57014 (cancelled). */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | null;
  readonly hint: string | null;
  /** 1-based place in the submitted text, counted in characters. */
  readonly position: number | null;
  readonly where: string | null;
  readonly schema: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
}

/** SQLSTATEs this package gives to failures that no server reported, and some it looks for. */
export const SQLSTATE = {
  cannotConnect: '08001',
  connectionLost: '08006',
  /** Nobody can tell whether what was asked for has happened. */
  noAnswer: '08007',
  protocolViolation: '08P01',
  notSupported: '0A000',
  badText: '22021',
  wrongPassword: '28P01',
  syntaxError: '42601',
  tooManyConnections: '53300',
  tooLarge: '54000',
  cancelled: '57014',
  terminated: '57P01',
  internal: 'XX000',
} as const;

const NO_DETAILS = {
  severity: 'ERROR',
  detail: null,
  hint: null,
  position: null,
  where: null,
  schema: null,
  table: null,
  column: null,
  constraint: null,
};

/** The one error class of this package. Its message is what the server said, or one sentence that says what to do. */
export class QueryError extends Error implements QueryErrorFields {
  override readonly name = 'QueryError';
  readonly code: string;
  readonly severity: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly position: number | null;
  readonly where: string | null;
  readonly schema: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;

  constructor(
    fields: Pick<QueryErrorFields, 'message' | 'code'> & Partial<QueryErrorFields>,
    options?: { cause?: unknown },
  ) {
    super(fields.message, options);
    const all = { ...NO_DETAILS, ...fields };
    this.code = all.code;
    this.severity = all.severity;
    this.detail = all.detail;
    this.hint = all.hint;
    this.position = all.position;
    this.where = all.where;
    this.schema = all.schema;
    this.table = all.table;
    this.column = all.column;
    this.constraint = all.constraint;
  }

  /** The error as plain data, without stack and cause. */
  toJSON(): QueryErrorFields {
    const { message, code, severity, detail, hint, position, where, schema, table, column, constraint } =
      this;
    return { message, code, severity, detail, hint, position, where, schema, table, column, constraint };
  }
}

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
  return new QueryError({ message: 'The query was canceled.', code: SQLSTATE.cancelled });
}
