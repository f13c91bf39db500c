import type { FastifyInstance } from 'fastify';
import { authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { AuthError } from '../errors/auth-error.ts';
import { messageAnswer, readChannel } from '../messages/send-code.ts';
import { handleIdTokenGrant } from '../oauth/id-token-grant.ts';
import { handlePkceGrant } from '../oauth/pkce-grant.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { handleWeb3Grant } from '../web3/web3-grant.ts';
import { emailAddress, readAddress } from '../wire/address.ts';
import { readBody } from '../wire/read-body.ts';
import { readMailRequest } from '../wire/read-mail-request.ts';
import { queryText } from '../wire/read-query.ts';
import { type GrantHandler, handlePasswordGrant, handleRefreshTokenGrant } from './grants.ts';
import { sendOneTimeSignIn } from './send-one-time-sign-in.ts';

const GRANTS: Readonly<Record<string, GrantHandler>> = {
  password: handlePasswordGrant,
  refresh_token: handleRefreshTokenGrant,
  pkce: handlePkceGrant,
  id_token: handleIdTokenGrant,
  web3: handleWeb3Grant,
};

/** Other grants bring something that somebody was given, who was asked then. */
const GUESSABLE = new Set(['password', 'web3']);

export function registerSignInRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/token', async (request, reply) => {
    const context = authContext(services, request);
    limitClient(context, 'token_refresh');
    const name = queryText(request, 'grant_type') ?? '';
    const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
    if (!grant) throw new AuthError('validation_failed', 'unsupported_grant_type');
    // Tokens must not stay in a cache on the way (RFC 6749, 5.1).
    reply.header('cache-control', 'no-store');
    const body = readBody(request);
    if (GUESSABLE.has(name)) await requireCaptcha(context, request, body);
    return grant(context, body, request);
  });

  app.post('/otp', async (request) => {
    const context = authContext(services, request);
    limitClient(context, 'otp');
    const body = readBody(request);
    await requireCaptcha(context, request, body);
    const address = readAddress(body, 'sign in');
    if (!address) throw new AuthError('validation_failed', 'One of email or phone must be set');
    const sent = await sendOneTimeSignIn(context, {
      address,
      createUser: body.flag('create_user') ?? true,
      data: body.object('data') ?? {},
      channel: readChannel(body.text('channel')),
      mail: readMailRequest(context, body, request),
    });
    return messageAnswer(sent);
  });

  app.post('/magiclink', async (request) => {
    const context = authContext(services, request);
    limitClient(context, 'otp');
    const body = readBody(request);
    await requireCaptcha(context, request, body);
    await sendOneTimeSignIn(context, {
      address: { kind: 'email', value: emailAddress(body.text('email') ?? '') },
      createUser: true,
      data: body.object('data') ?? {},
      channel: 'sms',
      mail: readMailRequest(context, body, request),
    });
    return {};
  });
}
