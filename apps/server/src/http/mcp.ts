import { type Platform, PlatformError, serveMcp } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

/**
 * The endpoint for clients of the Model Context Protocol. They show an access token; the session of a browser opens nothing here, so
 * that no page can use it.
 */
export function serveMcpEndpoint(app: FastifyInstance, config: Config, platform: Platform): void {
  app.post<{ Querystring: Record<string, unknown> }>('/mcp', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.headers.authorization === undefined) {
      reply.header('www-authenticate', 'Bearer');
      throw new PlatformError('unauthorized', 'Send an access token: Authorization: Bearer sbp_…');
    }
    const actor = await requireActor(request, reply, { config, platform });
    const answer = await serveMcp(platform.dependencies, actor, {
      request: new Request(`http://mcp.invalid${request.url}`, {
        method: 'POST',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && name !== 'authorization' ? [[name, value] as [string, string]] : [],
        ),
      }),
      body: request.body,
      query: request.query,
    });
    reply.code(answer.status);
    const type = answer.headers.get('content-type');
    if (type !== null) reply.header('content-type', type);
    return reply.send(await answer.text());
  });

  // Without sessions there is nothing to listen to and nothing to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  });
}
