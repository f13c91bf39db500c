import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiVersion } from './api-version.ts';
import { asAuthError } from './as-auth-error.ts';
import { AuthError } from './auth-error.ts';
import { describeFailure } from './describe-failure.ts';
import { errorBody } from './error-body.ts';

/** Answers with the error in the client's version of the API. Defects are logged and not explained. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
