import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';
import { isUuid } from '../wire/uuid.ts';

/** A UUID in lower case; null for anything else. */
export function asUuid(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}

/** The id in a route's path. Throws `validation_failed` with 404, as nothing can be there. */
export function pathId(request: FastifyRequest, name: 'user_id' | 'factor_id' | 'session_id'): string {
  const id = asUuid(String((request.params as Record<string, unknown>)[name] ?? ''));
  if (id === null) throw new AuthError('validation_failed', `${name} must be an UUID`, { status: 404 });
  return id;
}
