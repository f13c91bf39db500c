import type { FastifyInstance } from 'fastify';
import { authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { readChannel } from '../messages/send-code.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { readAddress } from '../wire/address.ts';
import { readBody } from '../wire/read-body.ts';
import { readMailRequest } from '../wire/read-mail-request.ts';
import { signUp } from './sign-up.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';

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
