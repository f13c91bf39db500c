import { auditLogExportPath } from '@basalt/contract';
import { openAuditLogExport, type Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

/** The audit log as a file: an ordinary link of the dashboard, with the session and no secret in it. */
export function serveAuditLogExports(app: FastifyInstance, config: Config, platform: Platform): void {
  app.get<{ Params: { slug: string }; Querystring: Record<string, unknown> }>(
    auditLogExportPath(':slug'),
    async (request, reply) => {
      const actor = await requireActor(request, reply, { config, platform });
      const { slug } = request.params;
      const file = await openAuditLogExport(platform.dependencies, actor, slug, request.query);
      reply.headers({
        'cache-control': 'no-store',
        'content-type': file.type,
        'content-disposition': `attachment; filename="${file.name}"`,
      });
      return reply.send(file.content);
    },
  );
}
