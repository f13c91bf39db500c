import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { allowedRedirect } from '../../redirects/allowed-redirect.ts';
import { emailAddress } from '../../wire/email-address.ts';
import { type JsonObject, readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';

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
export function readLinkRequest({ settings }: AuthContext, request: FastifyRequest): LinkRequest {
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
