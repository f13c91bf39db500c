import type { IncomingHttpHeaders } from 'node:http';
import { fromRawBytes } from '../../caller/decode-utf8.ts';
import { invalidPreferences, queryParseError } from '../errors/request-errors.ts';
import type { BodyRules } from './body-rules.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { applyRangeHeader } from './page-range.ts';
import { parseAccept } from './parse-accept.ts';
import { parseBody } from './parse-body.ts';
import { parsePreferences } from './parse-preferences.ts';
import { parseQuery } from './parse-query.ts';
import { parseMethod, parseResource } from './parse-resource.ts';
import type { RestRequest } from './rest-request.ts';

export interface RestRequestInput {
  method: string;
  /** Path and query below the service's root. */
  url: string;
  /** Names lower-cased. */
  headers: IncomingHttpHeaders;
  body: Buffer | null;
}

/** A request whose body was not read yet. */
export interface RequestHead {
  /** Its `body` is null. */
  request: RestRequest;
  /** How to read the body; null: there is none, whatever was sent. */
  bodyRules: BodyRules | null;
}

/**
 * Reads a request: pure, and total in that it either gives the typed request or throws a RestError, whatever comes in.
 * @throws {RestError} PGRST100 to PGRST125
 */
export function parseRestRequest(input: RestRequestInput): RestRequest {
  const { request, bodyRules } = parseRequestHead(input);
  if (bodyRules !== null)
    request.body = parseBody(input.body, header(input.headers, 'content-type'), bodyRules);
  return request;
}

/** The same for all but the body. @throws {RestError} PGRST100 to PGRST125 */
export function parseRequestHead(input: Omit<RestRequestInput, 'body'>): RequestHead {
  const { url, headers } = input;
  if (url.length > MAX_URL_LENGTH)
    throw queryParseError(
      'failed to parse query string',
      MAX_URL_LENGTH,
      `longer than ${MAX_URL_LENGTH} characters`,
    );
  const mark = url.indexOf('?');
  const resource = parseResource(mark === -1 ? url : url.slice(0, mark));
  const method = parseMethod(input.method, resource);
  const reads = method === 'GET' || method === 'HEAD';
  const isFunction = resource.kind === 'function';
  const query = parseQuery(mark === -1 ? '' : url.slice(mark + 1), {
    mayBeArguments: isFunction && reads,
    pagingAllowed: method !== 'PUT',
  });
  if (reads) applyRangeHeader(query.read, header(headers, 'range'), header(headers, 'range-unit'));
  const preferences = parsePreferences(header(headers, 'prefer'));
  if (preferences.handling === 'strict' && preferences.unknown.length > 0)
    throw invalidPreferences(preferences.unknown);
  return {
    request: {
      method,
      resource,
      schema: profile(header(headers, reads || method === 'OPTIONS' ? 'accept-profile' : 'content-profile')),
      ...query,
      body: null,
      preferences,
      accept: parseAccept(header(headers, 'accept')),
    },
    bodyRules: takesBody(method) ? { columnsGiven: query.columns !== null, forFunction: isFunction } : null,
  };
}

function profile(value: string | undefined): string | null {
  if (value === undefined) return null;
  try {
    return fromRawBytes(value);
  } catch {
    return value;
  }
}

function takesBody(method: RestRequest['method']): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT';
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
