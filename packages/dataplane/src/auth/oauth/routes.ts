import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import { authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { isUuid, readForm } from '../wire/read-body.ts';
import { queryText } from '../wire/read-query.ts';
import { finishFlow } from './flow/finish-flow.ts';
import { readFlowStart, startFlow } from './flow/start-flow.ts';
import { unlinkIdentity } from './identities/unlink-identity.ts';

/** Signing in through other providers, and the identities that come of it. */
export function registerOAuthRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/authorize', async (request, reply) => {
    const context = authContext(services, request);
    const url = await startFlow(context, await readFlowStart(context, request, null));
    return wantsAddress(request) ? { url } : reply.redirect(url, 302);
  });

  app.get('/callback', async (request, reply) => {
    const context = authContext(services, request);
    return reply.redirect(await finishFlow(context, queryParameters(request)), 303);
  });

  app.post('/callback', async (request, reply) => {
    const context = authContext(services, request);
    return reply.redirect(await finishFlow(context, readForm(request)), 303);
  });

  app.get('/user/identities/authorize', async (request, reply) => {
    const { actor, ...context } = await requireUser(services, request);
    if (!context.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled');
    const url = await startFlow(context, await readFlowStart(context, request, actor.user.id));
    return wantsAddress(request) ? { url } : reply.redirect(url, 302);
  });

  app.delete<{ Params: { id: string } }>('/user/identities/:id', async (request) => {
    const { actor, ...context } = await requireUser(services, request);
    const { id } = request.params;
    if (!isUuid(id)) {
      throw new AuthError('validation_failed', 'identity_id must be an UUID', { status: 404 });
    }
    await context.db.transaction((tx) => unlinkIdentity(context, tx, actor.user.id, id.toLowerCase()));
    return {};
  });
}

function wantsAddress(request: FastifyRequest): boolean {
  return queryText(request, 'skip_http_redirect') === 'true';
}

/** As they came, repeated ones included: a parameter that is there twice is a forgery. */
function queryParameters(request: FastifyRequest): URLSearchParams {
  const [, query = ''] = request.url.split(/\?(.*)/s);
  return new URLSearchParams(query);
}
