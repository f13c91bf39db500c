import type { IncomingHttpHeaders } from 'node:http';
import type { CallerContext } from './caller-settings.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import type { Identity } from './identify-caller.ts';

/** What SQL may know of the HTTP request. */
export interface RequestContext {
  /** As a JSON object, names lower-cased. */
  headersJson: string;
  /** As a JSON object. */
  cookiesJson: string;
  method: string;
  /** Path below the service's root: `/items`. */
  path: string;
}

type FromHeaders = Pick<RequestContext, 'headersJson' | 'cookiesJson'>;

/** Worked out once for the requests of a connection that share their headers. */
const known = new WeakMap<IncomingHttpHeaders, FromHeaders>();

/** As whom and for which HTTP request SQL runs. @param request its `url` is what the gateway gives: below the service's root */
export function callerContext(
  { role, claimsJson, subject }: Identity,
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
): CallerContext {
  const { headersJson, cookiesJson, path } = requestContext(method, url, headers);
  return { role, claimsJson, subject, headersJson, cookiesJson, method, path };
}

/** What SQL may know of the HTTP request: headers, cookies, method and path. */
export function requestContext(method: string, url: string, headers: IncomingHttpHeaders): RequestContext {
  const mark = url.indexOf('?');
  const { headersJson, cookiesJson } = fromHeaders(headers);
  return { headersJson, cookiesJson, method, path: mark === -1 ? url : url.slice(0, mark) };
}

function fromHeaders(headers: IncomingHttpHeaders): FromHeaders {
  let found = known.get(headers);
  if (found === undefined) {
    const cookies = headers.cookie === undefined ? {} : parseCookies(headers.cookie);
    found = { headersJson: JSON.stringify(joinedHeaders(headers)), cookiesJson: JSON.stringify(cookies) };
    known.set(headers, found);
  }
  return found;
}

function joinedHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** The `Cookie` header by name; the first of a name counts, values that cannot be decoded stay as they are. */
export function parseCookies(header: string): Record<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim();
    const value = part
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (name !== '' && !cookies.has(name)) cookies.set(name, decodeUtf8(value) ?? value);
  }
  return Object.fromEntries(cookies);
}
