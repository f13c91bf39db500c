import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { mailRefusedAt } from '../../rate-limits/check-limits.ts';

/** Whether the project's mails per hour are enough. Not part of the public protocol: the dashboard warns by it. */
export function registerMailLimitRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/mail_limit', async (request) => ({
    refused_at: mailRefusedAt(authContext(services, request))?.toISOString() ?? null,
  }));
}
