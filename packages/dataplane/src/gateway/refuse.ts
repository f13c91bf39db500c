import type { FastifyReply } from 'fastify';
import { GatewayError } from './gateway-error.ts';

/** Answers with what the gateway refuses. Anything else is a defect: it is logged, and the client learns nothing of it. */
export function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof GatewayError) {
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
    return reply
      .code(error.statusCode)
      .send({ message: error.message, ...(error.hint === null ? {} : { hint: error.hint }) });
  }
  // What the HTTP server itself finds wrong with a request (an unreadable content type) names no secret.
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return reply.code(statusCode).send({ message });
  reply.log.error({ err: error, reqId: reply.request.id }, 'a request failed');
  return reply
    .code(500)
    .send({ message: 'Something went wrong on our side. The log of the server says what.' });
}
