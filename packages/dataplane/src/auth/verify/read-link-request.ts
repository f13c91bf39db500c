import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { requestedRedirect } from '../redirects/requested-redirect.ts';
import { queryText } from '../wire/read-query.ts';
import { isMailType, type MailType } from './verification-types.ts';

export interface LinkRequest {
  token: string;
  type: Exclude<MailType, 'email'>;
  redirectTo: string;
}

/** What a link from a mail asks for. Throws `validation_failed`. */
export function readLinkRequest(context: AuthContext, request: FastifyRequest): LinkRequest {
  const token = queryText(request, 'token') ?? queryText(request, 'token_hash');
  const type = queryText(request, 'type');
  if (!token) throw new AuthError('validation_failed', 'Verify requires a token');
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type');
  if (!isMailType(type) || type === 'email')
    throw new AuthError('validation_failed', 'Unsupported verification type');
  return { token, type, redirectTo: requestedRedirect(context, request) };
}
