import { decodeUtf8 } from '../../caller/request-context.ts';
import { queryParseError } from '../errors/request-errors.ts';
import { MAX_PARAMETERS } from './limits.ts';

export interface QueryParameter {
  name: string;
  /** Null without a `=`. */
  value: string | null;
}

/**
 * The parts of a query string or a form, decoded: `+` is a space, as URLSearchParams writes it. Empty parts are left out.
 * @throws {RestError} PGRST100 for broken percent codes, text that is not UTF-8, NUL, too many parts
 */
export function parseQueryParameters(query: string): QueryParameter[] {
  const parameters: QueryParameter[] = [];
  let start = 0;
  while (start < query.length) {
    const next = query.indexOf('&', start);
    const end = next === -1 ? query.length : next;
    if (end > start) parameters.push(parsePart(query, start, end));
    if (parameters.length > MAX_PARAMETERS) throw unreadable(start, `more than ${MAX_PARAMETERS} parameters`);
    start = end + 1;
  }
  return parameters;
}

function parsePart(query: string, start: number, end: number): QueryParameter {
  const equals = query.indexOf('=', start);
  if (equals === -1 || equals >= end)
    return { name: decodePart(query.slice(start, end), start), value: null };
  return {
    name: decodePart(query.slice(start, equals), start),
    value: decodePart(query.slice(equals + 1, end), equals + 1),
  };
}

// Most parts need no decoding at all.
const PLAIN = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;

function decodePart(text: string, at: number): string {
  if (PLAIN.test(text)) return text;
  const decoded = decodeUtf8(text.replaceAll('+', ' '));
  if (decoded === null) throw unreadable(at, 'invalid percent-encoding or text that is not UTF-8');
  if (decoded.includes('\0')) throw unreadable(at, 'a NUL character cannot be part of a text');
  return decoded;
}

function unreadable(at: number, details: string): Error {
  return queryParseError('failed to parse query string', at + 1, details);
}

// What RFC 3986 calls unreserved.
const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/** The parameters sorted by name and encoded in one way only, so that equal queries have equal texts. */
export function canonicalQuery(parameters: readonly QueryParameter[]): string {
  const sorted = parameters.length < 2 ? parameters : parameters.toSorted(byName);
  let text = '';
  for (const { name, value } of sorted)
    text += `${text === '' ? '' : '&'}${encodePart(name)}=${encodePart(value ?? '')}`;
  return text;
}

function byName(a: QueryParameter, b: QueryParameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Percent-encoded but for unreserved characters. */
export function encodePart(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
