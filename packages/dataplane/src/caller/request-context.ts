import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
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

/** As whom and for which HTTP request SQL runs. */
export interface CallerContext extends RequestContext {
  role: string;
  /** What SQL sees in `request.jwt.claims`. */
  claimsJson: string;
  /** The claim `sub`; empty if there is none. */
  subject: string;
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

/** Percent codes decoded, null when they are broken. Bytes sent as they are must be UTF-8 too. */
export function decodeUtf8(text: string): string | null {
  try {
    return decodeURIComponent(fromRawBytes(text));
  } catch {
    return null;
  }
}

/** A text of the request line or a header, in which Node gives each byte as one character. @throws URIError when it is not UTF-8 */
export function fromRawBytes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  if (!isUtf8(bytes) || bytes.toString('latin1') !== text) throw new URIError('not UTF-8');
  return bytes.toString('utf8');
}
