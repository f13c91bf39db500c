import type { MailKind } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { builtInMail } from '../../mail/template/built-in-mails.ts';
import { MAIL_KINDS } from '../../mail-kinds.ts';
import { limitMessages } from '../../rate-limits/check-limits.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';

/** Mails to see whether mail arrives and how it looks, and what they say where the project has no words of its own. Not part of the public protocol: the dashboard sends it. */
export function registerTestMailRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/admin/test_mail', async (request) => {
    const context = authContext(services, request);
    const body = readBody(request);
    const mail = { to: body.text('email') ?? '', kind: readKind(body.text('kind')) };
    limitMessages(context, 'mail');
    return services.sendTestMail(context.project, context.db, mail);
  });

  app.get('/admin/built_in_mail', (request) => {
    const { subject, html } = builtInMail(knownKind(queryText(request, 'kind')));
    return { subject, content: html };
  });
}

function readKind(kind: string | null): MailKind | null {
  return kind === null ? null : knownKind(kind);
}

function knownKind(kind: string | null): MailKind {
  if ((MAIL_KINDS as readonly (string | null)[]).includes(kind)) return kind as MailKind;
  throw new AuthError('validation_failed', `The field "kind" must be one of ${MAIL_KINDS.join(', ')}.`);
}
