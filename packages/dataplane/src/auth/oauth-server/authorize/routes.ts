import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { limitClient } from '../../rate-limits/check-limits.ts';
import { isAllowedRedirect } from '../../redirects/allowed-redirect.ts';
import { audit } from '../../store/audit-log.ts';
import { isoTime } from '../../store/write-row.ts';
import { isUuid, readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { presentClientToUser } from '../clients/present-client.ts';
import { requireOwner, serverContext } from '../require-server.ts';
import { beginAuthorization } from './begin-authorization.ts';
import { listGrants, revokeConsent } from './consent-rows.ts';
import { decideAuthorization, showAuthorization } from './decide.ts';

interface ByAuthorization {
  Params: { id: string };
}

/** Letting users in to applications: asking, showing, deciding, and taking it back. */
export function registerAuthorizationRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/oauth/authorize', async (request, reply) => {
    const context = serverContext(services, request);
    limitClient(context, 'oauth_authorize');
    return reply.redirect(await beginAuthorization(context, request), 302);
  });

  app.get<ByAuthorization>('/oauth/authorizations/:id', async (request) => {
    const { context, user } = await requireOwner(services, request);
    checkOrigin(context, request);
    return showAuthorization(context, user, request.params.id);
  });

  app.post<ByAuthorization>('/oauth/authorizations/:id/consent', async (request) => {
    const { context, user } = await requireOwner(services, request);
    checkOrigin(context, request);
    const action = readBody(request).text('action');
    if (action !== 'approve' && action !== 'deny')
      throw new AuthError('validation_failed', 'action must be approve or deny');
    return decideAuthorization(context, user, request.params.id, action);
  });

  app.get('/user/oauth/grants', async (request) => {
    const { context, user } = await requireOwner(services, request);
    const grants = await listGrants(context.db, user.id);
    return grants.map(({ scopes, granted_at, ...client }) => ({
      client: presentClientToUser(client),
      scopes: scopes.split(' '),
      granted_at: isoTime(granted_at),
    }));
  });

  app.delete('/user/oauth/grants', async (request, reply) => {
    const { context, user } = await requireOwner(services, request);
    const id = queryText(request, 'client_id') ?? '';
    if (!isUuid(id)) throw new AuthError('validation_failed', 'client_id must be a UUID');
    await context.db.transaction(async (tx) => {
      if (!(await revokeConsent(tx, context.now, user.id, id)))
        throw new AuthError('oauth_consent_not_found', 'No active grant found for this client');
      await audit(context, tx, 'oauth_consent_revoked', user, { client_id: id });
    });
    return reply.code(204).send();
  });
}

/** Another site's page must not decide for somebody whose token it has. */
function checkOrigin({ settings }: AuthContext, { headers }: FastifyRequest): void {
  const { origin } = headers;
  if (origin !== undefined && !isAllowedRedirect(origin, settings))
    throw new AuthError('validation_failed', 'unauthorized request origin');
}
