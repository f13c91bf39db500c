import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuthContext, authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { loadUserParts, presentUser } from '../../present/present-user.ts';
import { allowedRedirect, requestedRedirect } from '../../redirects/allowed-redirect.ts';
import { emailAddress } from '../../wire/address.ts';
import { type JsonObject, readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite-user.ts';

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

const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** A request for a link that the project's owner sends by a way of their own. */
export interface LinkRequest {
  type: LinkType;
  email: string;
  /** Only with `email_change_…`, and always then. */
  newEmail: string | null;
  password: string | null;
  data: JsonObject;
  /** Already checked. */
  redirectTo: string;
}

/** Throws `validation_failed`. */
function readLinkRequest({ settings }: AuthContext, request: FastifyRequest): LinkRequest {
  const body = readBody(request);
  const wanted = body.text('type') ?? '';
  const type = LINK_TYPES.find((known) => known === wanted);
  if (!type)
    throw new AuthError(
      'validation_failed',
      `Invalid email action link type: it must be one of ${LINK_TYPES.join(', ')}`,
    );
  const isChange = type === 'email_change_current' || type === 'email_change_new';
  if (type === 'email_change_current' && !settings.mailer_secure_email_change_enabled)
    throw new AuthError('validation_failed', 'Enable secure email change to generate link for current email');
  return {
    type,
    email: emailAddress(body.text('email') ?? ''),
    newEmail: isChange ? emailAddress(body.text('new_email') ?? '') : null,
    password: body.text('password') || null,
    data: body.object('data') ?? {},
    redirectTo: allowedRedirect(queryText(request, 'redirect_to') ?? body.text('redirect_to'), settings),
  };
}
