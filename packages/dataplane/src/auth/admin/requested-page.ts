import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';
import { type Page, readPage } from './paging.ts';

/** The page a request asks for. Throws `validation_failed`. */
export function requestedPage(request: FastifyRequest): Page {
  const page = readPage(request.query as Record<string, unknown>);
  if (page) return page;
  const message = 'Bad Pagination Parameters: "page" and "per_page" must be whole numbers above 0.';
  throw new AuthError('validation_failed', message);
}
