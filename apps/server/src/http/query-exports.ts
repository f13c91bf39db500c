import { openExport, type Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

interface Params {
  ref: string;
  ticket: string;
}

/**
 * Results of queries and rows of tables as files, while they come from the database. The link is good once, and only together with the
 * session or token of the one who asked for it. What fails after the first row breaks the connection off: half a file must not
 * look like a whole one.
 */
export function serveQueryExports(app: FastifyInstance, config: Config, platform: Platform): void {
  const path = '/platform/pg-meta/:ref/query/export/:ticket';
  // Without HEAD: it would use the ticket up.
  app.get<{ Params: Params }>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await requireActor(request, reply, { config, platform });
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { name, type, content } = await openExport(
      platform.dependencies,
      actor,
      request.params,
      gone.signal,
    );
    reply.headers({
      'cache-control': 'no-store',
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    });
    return reply.send(content);
  });
}
