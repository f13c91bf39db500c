import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { loadUserParts } from '../../present/load-user-parts.ts';
import { presentUser } from '../../present/present-user.ts';
import { requestedRedirect } from '../../redirects/requested-redirect.ts';
import { emailAddress } from '../../wire/email-address.ts';
import { readBody } from '../../wire/read-body.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite-user.ts';
import { readLinkRequest } from './read-link-request.ts';

/** `/invite` and `/admin/generate_link`. */
export function registerLinkRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/invite', async (request) => {
    const context = authContext(services, request);
    const body = readBody(request);
    const user = await inviteUser(context, {
      email: emailAddress(body.text('email') ?? ''),
      data: body.object('data') ?? {},
      redirectTo: requestedRedirect(context, request),
    });
    return presentUser(await loadUserParts(context.db, user));
  });

  app.post('/admin/generate_link', async (request) => {
    const context = authContext(services, request);
    const { user, ...properties } = await generateLink(context, readLinkRequest(context, request));
    return { ...presentUser(await loadUserParts(context.db, user)), ...properties };
  });
}
