import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

/** The front door of project APIs: `/<ref>/rest/v1`, `/<ref>/auth/v1` and so on. So far it knows no service. */
export function buildGateway({ logger }: { logger: FastifyBaseLogger }): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  });
  app.get('/health', async () => ({ status: 'ok' }));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({
      message:
        'There is no project API at this address yet. A project is reached through its database for now.',
    }),
  );
  return app;
}
