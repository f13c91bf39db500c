import { QueryError, SQLSTATE } from '@basalt/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerError } from '../../caller/caller-error.ts';
import { AuthError } from './auth-error.ts';
import { describeFailure } from './describe-failure.ts';
import { OAuthProblem } from './oauth-problem.ts';

/** The version of the API that has codes as text in its errors. */
export type ApiVersion = '2024-01-01';

const NAMED: ApiVersion = '2024-01-01';

/** The version that a client asks for with its header; null for the one before versions had names. */
export function apiVersion({ headers }: Pick<FastifyRequest, 'headers'>): ApiVersion | null {
  const asked = headers['x-supabase-api-version'];
  // Versions are dates: whoever knows a later one knows this one.
  return typeof asked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= NAMED ? NAMED : null;
}

/** Answers with the error in the client's version of the API. Defects are logged and not explained. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthProblem)
    return reply
      .code(400)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: error.code, error_description: error.message }));
  const known = asAuthError(error);
  const answer = known ?? new AuthError('unexpected_failure');
  if (answer.status >= 500) request.log.error({ failure: describeFailure(error) }, 'auth request failed');
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  return reply
    .code(answer.status)
    .header('x-sb-error-code', answer.code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(answer, apiVersion(request))));
}

/** An error as the client's version of the API writes it. */
export function errorBody(error: AuthError, version: ApiVersion | null): Record<string, unknown> {
  const weak = error.weakPassword ? { weak_password: error.weakPassword } : {};
  if (version) return { code: error.code, message: error.message, ...weak };
  return { code: error.status, error_code: error.code, msg: error.message, ...weak };
}

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
