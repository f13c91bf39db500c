import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { queryText } from '../wire/read-query.ts';
import { allowedRedirect } from './allowed-redirect.ts';

/** The address that a request names in `redirect_to`, if it may, else the site's. */
export function requestedRedirect(context: AuthContext, request: FastifyRequest): string {
  return allowedRedirect(queryText(request, 'redirect_to'), context.settings);
}
