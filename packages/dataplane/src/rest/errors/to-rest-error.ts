import { PipelineBusyError, QueryError } from '@basalt/postgres';
import { CallerError } from '../../caller/caller-error.ts';
import type { TokenProblem } from '../../tokens/token-verifier.ts';
import { internalError, poolTimeout } from './availability-errors.ts';
import { type DatabaseErrorContext, fromDatabaseError } from './from-database-error.ts';
import { RestError } from './rest-error.ts';

/** Whatever was thrown while a request was served, as the client gets it. */
export function toRestError(error: unknown, context: DatabaseErrorContext): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof CallerError) return fromCallerError(error);
  if (error instanceof PipelineBusyError) return poolTimeout();
  if (error instanceof QueryError) return fromDatabaseError(error, context);
  return internalError(error);
}

/** Errors of who asks, codes PGRST300 to PGRST303. */
function fromCallerError({ problem }: CallerError): RestError {
  switch (problem.kind) {
    case 'no-verification-keys':
      return noJwtSecret();
    case 'token-refused':
      return tokenRefused(problem.problem);
    case 'unknown-role':
      return unknownRole(problem.role);
    default:
      return anonymousDisabled();
  }
}

/** PGRST300 */
export function noJwtSecret(): RestError {
  return new RestError({ status: 500, code: 'PGRST300', message: 'Server lacks JWT secret' });
}

/** PGRST301 for a token that cannot be read or trusted, PGRST303 for one whose claims do not hold. */
export function tokenRefused(problem: TokenProblem): RestError {
  const description = JSON.stringify(problem.message);
  return new RestError({
    status: 401,
    code: problem.kind === 'claims' ? 'PGRST303' : 'PGRST301',
    message: problem.message,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description=${description}` },
  });
}

/** PGRST302: no token, and no role for those without one. */
export function anonymousDisabled(): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST302',
    message: 'Anonymous access is disabled',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** As the database says it, which refuses this role too. */
function unknownRole(role: string): RestError {
  return new RestError({
    status: 401,
    code: '22023',
    message: `role "${role}" does not exist`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}
