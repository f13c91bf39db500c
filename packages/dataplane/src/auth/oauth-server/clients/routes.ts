import type { FastifyInstance } from 'fastify';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { readBody } from '../../wire/read-body.ts';
import { serverContext } from '../require-server.ts';
import { makeClient } from './make-client.ts';

const REGISTRATIONS = [10, 300] as const;

/** Where the project wants that, applications register themselves (RFC 7591). */
export function registerDynamicClientRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/oauth/clients/register', async (request, reply) => {
    const context = serverContext(services, request);
    if (!context.settings.oauth_server_allow_dynamic_registration)
      throw new AuthError('oauth_dynamic_client_registration_disabled');
    const key = `${context.project.ref} register ${context.ip}`;
    const retryAfter = services.limits.take(key, ...REGISTRATIONS);
    if (retryAfter !== null) throw new AuthError('over_request_rate_limit', undefined, { retryAfter });
    reply.header('cache-control', 'no-store');
    return reply.code(201).send(await makeClient(context, readBody(request), 'dynamic'));
  });
}
