import { hearOfPush, type Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';

/** GitHub sends no more than this. */
const BODY_LIMIT = 25 * 1024 * 1024;

/** What git servers call when somebody has pushed. They sign the bytes of the body, so it is not read as JSON. */
export async function serveGitWebhooks(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { id: string } }>(
      '/platform/integrations/git/hooks/:id',
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        await hearOfPush(platform.dependencies, request.params.id, {
          headers: request.headers,
          body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
        });
        return reply.code(202).send({ message: 'ok' });
      },
    );
  });
}
