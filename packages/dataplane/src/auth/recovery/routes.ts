import type { FastifyInstance } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { AuthError } from '../errors/auth-error.ts';
import { messageAnswer, readChannel } from '../messages/send-code.ts';
import { sendReauthentication } from '../messages/send-reauthentication.ts';
import { type MailRequest, sendTokenMail } from '../messages/send-token-mail.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { checkFrequencyOfNobody } from '../rate-limits/send-frequency.ts';
import { audit } from '../store/audit-log.ts';
import { findUserByEmail, findUserById } from '../store/users.ts';
import { emailAddress } from '../wire/address.ts';
import { readBody } from '../wire/read-body.ts';
import { readMailRequest } from '../wire/read-mail-request.ts';
import { resend } from './resend.ts';

export function registerRecoveryRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/recover', async (request) => {
    const context = authContext(services, request);
    limitClient(context, 'otp');
    const body = readBody(request);
    await requireCaptcha(context, request, body);
    const email = emailAddress(body.text('email') ?? '');
    await recover(context, email, readMailRequest(context, body, request));
    return {};
  });

  app.post('/resend', async (request) => {
    const context = authContext(services, request);
    limitClient(context, 'otp');
    const body = readBody(request);
    await requireCaptcha(context, request, body);
    return messageAnswer(
      await resend(context, {
        type: body.text('type') ?? '',
        email: body.text('email'),
        phone: body.text('phone'),
        channel: readChannel(body.text('channel')),
        mail: readMailRequest(context, body, request),
      }),
    );
  });

  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const context = await requireUser(services, request);
    limitClient(context, 'otp');
    const sent = await context.db.transaction(async (tx) => {
      const user = await findUserById(tx, context.actor.user.id, { lock: true });
      if (!user) throw new AuthError('user_not_found', undefined, { status: 403 });
      await audit(context, tx, 'user_reauthenticate_requested', user);
      return sendReauthentication(context, tx, user, 'sms');
    });
    return messageAnswer(sent);
  });
}

/** Mails a link to somebody who forgot the password. Where there is no account it does the same as far as one can see. */
async function recover(context: AuthContext, email: string, mail: MailRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email, { lock: true });
    if (!user) {
      checkFrequencyOfNobody(context, 'mail', 'recovery_token', email);
      return;
    }
    await audit(context, tx, 'user_recovery_requested', user);
    await sendTokenMail(context, tx, user, 'recovery', mail);
  });
}
