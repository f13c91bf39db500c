import { RestError } from './rest-error.ts';

/** Errors of the way to the database. Clients try again by themselves on 503. */

/** PGRST000: no connection could be made. */
export function databaseUnreachable(cause?: unknown): RestError {
  const message = 'Database connection error. Retrying the connection.';
  return new RestError({ status: 503, code: 'PGRST000', message }, { cause });
}

/** PGRST001: the connection broke while the request was under way. */
export function databaseConnectionLost(cause?: unknown): RestError {
  const message = 'Database client error. Retrying the connection.';
  return new RestError({ status: 503, code: 'PGRST001', message }, { cause });
}

/** PGRST002: the schema cache could not be loaded yet. */
export function schemaCacheNotLoaded(cause?: unknown): RestError {
  const message = 'Could not query the database for the schema cache. Retrying.';
  return new RestError({ status: 503, code: 'PGRST002', message }, { cause });
}

/** PGRST003: all connections are busy. */
export function poolTimeout(): RestError {
  return new RestError({
    status: 504,
    code: 'PGRST003',
    message: 'Timed out acquiring connection from connection pool.',
  });
}

/** PGRST003 with another status: what reads large bodies is not there, so this one never reached the database. */
export function bodyNotRead(): RestError {
  const message = 'The body was not read: there was no room for it. Nothing was changed. Try again.';
  return new RestError({ status: 503, code: 'PGRST003', message, headers: { 'retry-after': '1' } });
}

/** PGRSTX00: a defect of ours. Says nothing about it: the log does, under the request's id. */
export function internalError(cause: unknown): RestError {
  const message = 'The Data API could not answer because of an internal error.';
  return new RestError({ status: 500, code: 'PGRSTX00', message }, { cause });
}
