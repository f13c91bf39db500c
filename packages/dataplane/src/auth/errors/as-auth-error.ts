import { QueryError, SQLSTATE } from '@basalt/postgres';
import { CallerError } from '../../caller/caller-error.ts';
import { AuthError } from './auth-error.ts';

const AWAY = /^(08|53|57P)/;
const NO_SUCH_VALUE = /^22/;

/** Any failure as an error for the client; null for one that must not be explained to it. */
export function asAuthError(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error;
  if (error instanceof CallerError) return fromCaller(error);
  if (error instanceof QueryError) return fromDatabase(error);
  return error instanceof Error && 'statusCode' in error ? fromServer(error, error.statusCode) : null;
}

function fromCaller({ problem }: CallerError): AuthError {
  if (problem.kind !== 'token-refused') return new AuthError('no_authorization');
  const { message } = problem.problem;
  return new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${message}`);
}

/** What the web server itself refuses. */
function fromServer(error: Error, status: unknown): AuthError | null {
  if (status === 413) return new AuthError('request_entity_too_large', undefined, { cause: error });
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  return new AuthError('validation_failed', 'The request is not valid HTTP.', { status, cause: error });
}

function fromDatabase(error: QueryError): AuthError | null {
  const { code } = error;
  if (AWAY.test(code)) {
    const message = "The project's database does not answer. Try again in a moment.";
    return new AuthError('unexpected_failure', message, { status: 503, cause: error });
  }
  if (code === SQLSTATE.cancelled) return new AuthError('request_timeout', undefined, { cause: error });
  if (NO_SUCH_VALUE.test(code))
    return new AuthError('validation_failed', 'A value has characters or a form that cannot be stored.', {
      cause: error,
    });
  return null;
}
