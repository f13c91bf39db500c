import { PipelineBusyError, QueryError } from '@basalt/postgres';
import { CallerError } from '../caller/caller-error.ts';
import { internalError, poolTimeout } from './errors/availability-errors.ts';
import { type DatabaseErrorContext, fromDatabaseError } from './errors/from-database-error.ts';
import { RestError } from './errors/rest-error.ts';
import { fromCallerError } from './errors/token-errors.ts';

/** Whatever was thrown while a request was served, as the client gets it. */
export function toRestError(error: unknown, context: DatabaseErrorContext): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof CallerError) return fromCallerError(error);
  if (error instanceof PipelineBusyError) return poolTimeout();
  if (error instanceof QueryError) return fromDatabaseError(error, context);
  return internalError(error);
}
