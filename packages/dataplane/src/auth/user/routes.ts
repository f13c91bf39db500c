import type { FastifyInstance } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import type { AuthServices } from '../auth-services.ts';
import { readChannel } from '../messages/send-code.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { emailAddress, phoneNumber } from '../wire/address.ts';
import { readBody } from '../wire/read-body.ts';
import { readMailRequest } from '../wire/read-mail-request.ts';
import { updateOwnUser } from './update-own-user.ts';

export function registerUserRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/user', async (request) => {
    const { db, actor } = await requireUser(services, request);
    return presentUser(await loadUserParts(db, actor.user));
  });

  app.put('/user', async (request) => {
    const context = await requireUser(services, request);
    limitClient(context, 'otp');
    const body = readBody(request);
    const [email, phone] = [body.text('email'), body.text('phone')];
    return updateOwnUser(context, {
      email: email ? emailAddress(email) : null,
      phone: phone ? phoneNumber(phone) : null,
      password: body.text('password'),
      currentPassword: body.text('current_password'),
      nonce: body.text('nonce'),
      data: body.object('data'),
      channel: readChannel(body.text('channel')),
      mail: readMailRequest(context, body, request),
    });
  });
}
