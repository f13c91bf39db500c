import type { FastifyInstance } from 'fastify';

/** One line per answered request: method, path, status, time. Query strings, headers and bodies stay out: they hold secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](line, 'request');
  });
}
