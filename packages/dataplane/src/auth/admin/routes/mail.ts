import type { MailKind } from '@basalt/project';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import {
  deleteAllMessages,
  deleteMessage,
  findMessage,
  listMessages,
} from '../../mail/mailbox/mailbox-store.ts';
import { builtInMail } from '../../mail/template/built-in-mails.ts';
import { MAIL_KINDS } from '../../mail-kinds.ts';
import { limitMessages, mailRefusedAt } from '../../rate-limits/check-limits.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { pageHeaders, requestedPage } from '../request-parameters.ts';

/** Whether the project's mails per hour are enough. Not part of the public protocol: the dashboard warns by it. */
export function registerMailLimitRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/mail_limit', async (request) => ({
    refused_at: mailRefusedAt(authContext(services, request))?.toISOString() ?? null,
  }));
}

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

/** The development mailbox. Not part of the public protocol: the dashboard shows it. */
export function registerMailboxRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/mailbox', async (request, reply) => {
    const { db } = authContext(services, request);
    const page = requestedPage(request);
    const [channel, recipient] = [readChannel(request), queryText(request, 'recipient') ?? ''];
    const { messages, total } = await listMessages(db, {
      limit: page.perPage,
      offset: (page.page - 1) * page.perPage,
      channel,
      recipient,
    });
    const kept = { ...(channel ? { channel } : {}), ...(recipient ? { recipient } : {}) };
    reply.headers(pageHeaders('/admin/mailbox', page, total, kept));
    return { messages };
  });

  app.get('/admin/mailbox/:message_id', async (request) => {
    const message = await findMessage(authContext(services, request).db, messageId(request));
    if (!message) throw notThere();
    return message;
  });

  app.delete('/admin/mailbox/:message_id', async (request, reply) => {
    if (!(await deleteMessage(authContext(services, request).db, messageId(request)))) throw notThere();
    return reply.code(204).send();
  });

  app.delete('/admin/mailbox', async (request, reply) => {
    await deleteAllMessages(authContext(services, request).db);
    return reply.code(204).send();
  });
}

function readChannel(request: FastifyRequest): 'email' | 'sms' | null {
  const channel = queryText(request, 'channel');
  if (channel === null || channel === 'email' || channel === 'sms') return channel;
  throw new AuthError('validation_failed', 'The parameter "channel" must be "email" or "sms".');
}

function messageId(request: FastifyRequest): number {
  const text = String((request.params as Record<string, unknown>).message_id ?? '');
  if (!/^\d{1,15}$/.test(text)) throw notThere();
  return Number(text);
}

function notThere(): AuthError {
  return new AuthError('validation_failed', 'There is no message with this id in the mailbox', {
    status: 404,
  });
}
