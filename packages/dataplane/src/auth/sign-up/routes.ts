import type { FastifyInstance } from 'fastify';
import { admitting, insertNewcomer } from '../accounts/newcomer.ts';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { AuthError } from '../errors/auth-error.ts';
import { readChannel } from '../messages/send-code.ts';
import type { SessionBody } from '../present/present-session.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { readAddress } from '../wire/address.ts';
import { type JsonObject, readBody } from '../wire/read-body.ts';
import { readMailRequest } from '../wire/read-mail-request.ts';
import { signUp } from './sign-up.ts';

export function registerSignUpRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/signup', async (request) => {
    const context = authContext(services, request);
    const body = readBody(request);
    await requireCaptcha(context, request, body);
    const data = body.object('data') ?? {};
    const address = readAddress(body, 'signup');
    if (!address) return signUpAnonymously(context, data);
    limitClient(context, 'otp');
    return signUp(context, {
      address,
      password: body.text('password') ?? '',
      data,
      channel: readChannel(body.text('channel')),
      mail: readMailRequest(context, body, request),
    });
  });
}

/** A new user without any address, signed in. Throws `signup_disabled`, `anonymous_provider_disabled`. */
async function signUpAnonymously(context: AuthContext, data: JsonObject): Promise<SessionBody> {
  const { settings, db } = context;
  if (settings.disable_signup) throw new AuthError('signup_disabled');
  if (!settings.external_anonymous_users_enabled) throw new AuthError('anonymous_provider_disabled');
  limitClient(context, 'anonymous');
  const make = async (tx: Transaction) => {
    const user = await insertNewcomer(context, tx, { is_anonymous: true, raw_user_meta_data: data });
    await audit(context, tx, 'user_signedup', user, { provider: 'anonymous' });
    return issueSession(context, tx, user, { method: 'anonymous' });
  };
  return admitting(context, () => db.transaction(make));
}
