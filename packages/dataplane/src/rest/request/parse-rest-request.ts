import type { IncomingHttpHeaders } from 'node:http';
import { decodeUtf8, fromRawBytes } from '../../caller/request-context.ts';
import {
  invalidPath,
  invalidPreferences,
  invalidRpcMethod,
  queryParseError,
  unsupportedMethod,
} from '../errors/request-errors.ts';
import { type BodyRules, parseBody } from './body/parse-body.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { parseAccept, parsePreferences } from './parse-headers.ts';
import { parseQuery } from './parse-query.ts';
import { applyRangeHeader } from './read-levels.ts';
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

type Method = RestRequest['method'];
type Resource = RestRequest['resource'];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const ROOT: Resource = { kind: 'root' };
const RPC = 'rpc/';

/** What a path below the service's root names: `/`, `/items`, `/rpc/add`. @throws {RestError} PGRST125 */
function parseResource(path: string): Resource {
  if (path === '/' || path === '') return ROOT;
  const inside = path.startsWith('/') ? path.slice(1) : path;
  if (inside.startsWith(RPC)) return { kind: 'function', name: parseSegment(inside.slice(RPC.length)) };
  return { kind: 'relation', name: parseSegment(inside) };
}

function parseSegment(segment: string): string {
  const name = segment.includes('/') ? null : decodeUtf8(segment);
  if (name === null || name === '' || name.includes('\0')) throw invalidPath();
  return name;
}

/** @throws {RestError} PGRST117 for a method that nothing has, PGRST101 for one that functions have not */
function parseMethod(method: string, resource: Resource): Method {
  if (!isMethod(method)) throw unsupportedMethod(method);
  const writesRows = method === 'PATCH' || method === 'PUT' || method === 'DELETE';
  if (resource.kind === 'function' && writesRows) throw invalidRpcMethod(method);
  if (resource.kind === 'root' && (writesRows || method === 'POST')) throw unsupportedMethod(method);
  return method;
}

function isMethod(method: string): method is Method {
  return METHODS.has(method);
}
