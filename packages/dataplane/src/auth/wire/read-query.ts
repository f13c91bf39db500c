import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';

/** A parameter of the query string, null when absent or empty. Of a repeated one the first counts. */
export function queryText(request: FastifyRequest, name: string): string | null {
  const query = request.query as Record<string, unknown>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '') return null;
  if (text.includes('\u0000')) throw new AuthError('validation_failed', `The parameter "${name}" holds NUL.`);
  return text.toWellFormed();
}
