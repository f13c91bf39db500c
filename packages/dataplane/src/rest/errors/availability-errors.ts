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

/** PGRST001 as well: what reads large bodies is not there, so this one never reached the database. */
export function bodyNotRead(): RestError {
  return noRoom('The body was not read: there was no room for it. Nothing was changed. Try again.');
}

/** PGRST001 as well: too many large answers wait for their clients to take them. @param method of the request */
export function answerNotHeld(method: string): RestError {
  const changed = method === 'GET' || method === 'HEAD' ? '' : ' What the request changed is changed.';
  return noRoom(
    `There was no room for an answer as large as this one.${changed} Ask for less, or try again.`,
  );
}

function noRoom(message: string): RestError {
  return new RestError({ status: 503, code: 'PGRST001', message, headers: { 'retry-after': '1' } });
}

/** PGRSTX00: a defect of ours. Says nothing about it: the log does, under the request's id. */
export function internalError(cause: unknown): RestError {
  const message = 'The Data API could not answer because of an internal error.';
  return new RestError({ status: 500, code: 'PGRSTX00', message }, { cause });
}
