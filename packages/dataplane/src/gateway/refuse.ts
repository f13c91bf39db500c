import type { FastifyReply } from 'fastify';
import { CallerError, type CallerProblem } from '../caller/caller-error.ts';
import { GatewayError } from './gateway-error.ts';

/** Answers with what the gateway refuses. Anything else is a defect: it is logged, and the client learns nothing of it. */
export function refuse(reply: FastifyReply, failure: unknown): FastifyReply {
  const error = failure instanceof CallerError ? fromCallerError(failure) : failure;
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

/** The sentence for the developer of the client. Tokens are the services' to judge: here they are one case like any other. */
function fromCallerError({ problem }: CallerError): GatewayError {
  const [message, hint] = SENTENCES[problem.kind] ?? ['Unauthorized', null];
  return new GatewayError(401, message, { hint });
}

const SENTENCES: Partial<Record<CallerProblem['kind'], readonly [message: string, hint: string]>> = {
  'no-key': ['No API key found in request', 'Send the key of the project in the header `apikey`.'],
  'unknown-key': [
    'Invalid API key',
    'This is none of the keys of the project. They are on the page Settings, API keys.',
  ],
  'legacy-keys-disabled': [
    'Legacy API keys are disabled',
    'Use a publishable or a secret key of the project.',
  ],
  'secret-key-in-browser': [
    'Forbidden use of secret API key in browser',
    'Whoever opens the page can read the key. Use a publishable key there, and replace this one.',
  ],
};
