import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';
import { isUuid } from '../wire/read-body.ts';

/** One page of a list. Pages are counted from 1. */
export interface Page {
  page: number;
  perPage: number;
}

const DEFAULT_PER_PAGE = 50;
const MOST_PER_PAGE = 1000;
/** Keeps the offset within what PostgreSQL counts with. */
const LAST_PAGE = 1_000_000_000;

/** `page` and `per_page` of a query; an empty text counts as not given. Null when either is no whole number above 0. */
export function readPage(query: Readonly<Record<string, unknown>>): Page | null {
  const page = wholeNumber(query.page, 1);
  const perPage = wholeNumber(query.per_page, DEFAULT_PER_PAGE);
  if (page === null || perPage === null || page > LAST_PAGE) return null;
  return { page, perPage: Math.min(perPage, MOST_PER_PAGE) };
}

/**
 * `Link` and `X-Total-Count` of a page.
 * @param path below the service's root, without query
 * @param kept further parameters of the request that the links have to repeat
 */
export function pageHeaders(
  path: string,
  { page, perPage }: Page,
  total: number,
  kept: Readonly<Record<string, string>> = {},
): { link: string; 'x-total-count': string } {
  const last = Math.max(1, Math.ceil(total / perPage));
  // `page` comes first: the public client reads the number after the first equals sign.
  const address = (number: number) =>
    `<${path}?${new URLSearchParams({ page: `${number}`, per_page: `${perPage}`, ...kept })}>`;
  const links = [`${address(last)}; rel="last"`];
  if (page < last) links.unshift(`${address(page + 1)}; rel="next"`);
  return { link: links.join(', '), 'x-total-count': `${total}` };
}

function wholeNumber(value: unknown, fallback: number): number | null {
  if (value === undefined || value === '') return fallback;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return null;
  const number = Number(value);
  return number > 0 ? number : null;
}

/** The page a request asks for. Throws `validation_failed`. */
export function requestedPage(request: FastifyRequest): Page {
  const page = readPage(request.query as Record<string, unknown>);
  if (page) return page;
  const message = 'Bad Pagination Parameters: "page" and "per_page" must be whole numbers above 0.';
  throw new AuthError('validation_failed', message);
}

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
