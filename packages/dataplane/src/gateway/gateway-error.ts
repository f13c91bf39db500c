import type { FastifyReply } from 'fastify';
import { CallerError, type CallerProblem } from '../caller/caller-error.ts';

/** What the gateway itself refuses, before a service sees it. The message is for the developer of the client. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly statusCode: number;
  readonly hint: string | null;
  readonly retryAfter: number | null;

  constructor(
    statusCode: number,
    message: string,
    { hint = null, retryAfter = null }: { hint?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.hint = hint;
    this.retryAfter = retryAfter;
  }
}

export interface Refusal {
  status: number;
  body: { message: string; hint?: string };
  /** Seconds. */
  retryAfter: number | null;
}

/** Answers with what the gateway refuses. Anything else is a defect: it is logged, and the client learns nothing of it. */
export function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retryAfter } = describeRefusal(error);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (status === 500) reply.log.error({ err: error, reqId: reply.request.id }, 'a request failed');
  return reply.code(status).send(body);
}

/** What the client gets to know of an error: 500 and nothing else for a defect. */
export function describeRefusal(failure: unknown): Refusal {
  const error = failure instanceof CallerError ? fromCallerError(failure) : failure;
  if (error instanceof GatewayError) {
    const { statusCode, message, hint, retryAfter } = error;
    return { status: statusCode, body: hint === null ? { message } : { message, hint }, retryAfter };
  }
  // What the HTTP server itself finds wrong with a request (an unreadable content type) names no secret.
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, body: { message: message ?? '' }, retryAfter: null };
  const sentence = 'Something went wrong on our side. The log of the server says what.';
  return { status: 500, body: { message: sentence }, retryAfter: null };
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
