import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { MAIL_KINDS, type MailKind } from '../../auth-settings.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { limitMessages } from '../../rate-limits/check-limits.ts';
import { readBody } from '../../wire/read-body.ts';

/** A mail to see whether mail arrives and how it looks. Not part of the public protocol: the dashboard sends it. */
export function registerTestMailRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/admin/test_mail', async (request) => {
    const context = authContext(services, request);
    const body = readBody(request);
    const mail = { to: body.text('email') ?? '', kind: readKind(body.text('kind')) };
    limitMessages(context, 'mail');
    return services.sendTestMail(context.project, context.db, mail);
  });
}

function readKind(kind: string | null): MailKind | null {
  if (kind === null || (MAIL_KINDS as readonly string[]).includes(kind)) return kind as MailKind | null;
  throw new AuthError('validation_failed', `The field "kind" must be one of ${MAIL_KINDS.join(', ')}.`);
}
