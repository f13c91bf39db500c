import type { IncomingHttpHeaders } from 'node:http';
import type { CompileContext } from './compile/compiled-query.ts';
import { decodeUtf8 } from './request/query-parameters.ts';

const NO_COOKIES = {};

/** What SQL may know of the HTTP request: headers, cookies, method and path. */
export function requestContext(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
): Pick<CompileContext, 'headers' | 'cookies' | 'method' | 'path'> {
  const mark = url.indexOf('?');
  return {
    headers: joinedHeaders(headers),
    cookies: headers.cookie === undefined ? NO_COOKIES : parseCookies(headers.cookie),
    method,
    path: mark === -1 ? url : url.slice(0, mark),
  };
}

function joinedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  if (isJoined(headers)) return headers;
  const joined: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

/** As nearly always: then a copy would say the same. */
function isJoined(headers: IncomingHttpHeaders): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
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
