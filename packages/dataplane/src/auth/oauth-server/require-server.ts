import type { FastifyRequest } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { UserRow } from '../store/user-row.ts';

/** The context of a request to the OAuth server. Throws `feature_disabled` where the project has none. */
export function serverContext(services: AuthServices, request: FastifyRequest): AuthContext {
  const context = authContext(services, request);
  if (!context.settings.oauth_server_enabled)
    throw new AuthError('feature_disabled', 'OAuth server is disabled');
  return context;
}

/**
 * Whoever decides about applications: signed in to the project itself, because an application that acts for somebody must not let
 * further ones in. Throws what `requireUser` throws, `feature_disabled`, `no_authorization`.
 */
export async function requireOwner(
  services: AuthServices,
  request: FastifyRequest,
): Promise<{ context: AuthContext; user: UserRow }> {
  const context = serverContext(services, request);
  const { actor } = await requireUser(services, request);
  if (actor.session?.oauth_client_id)
    throw new AuthError('no_authorization', 'Applications cannot decide about applications', { status: 403 });
  return { context, user: actor.user };
}
