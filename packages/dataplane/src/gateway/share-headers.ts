import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Headers {
  raw: readonly string[];
  headers: IncomingHttpHeaders;
}

const last = new WeakMap<Socket, Headers>();

/**
 * Gives a request the very headers object of the one before it on its connection when both say the same, as clients nearly
 * always do. What is worked out from headers can then be kept by that object, and keys and tokens are texts whose hash is
 * known already: together a tenth of what a small read costs. From here on nobody may change the object.
 */
export function shareHeaders(request: Pick<IncomingMessage, 'socket' | 'rawHeaders' | 'headers'>): void {
  const { socket, rawHeaders } = request;
  const before = last.get(socket);
  if (before !== undefined && areSame(before.raw, rawHeaders)) request.headers = before.headers;
  else last.set(socket, { raw: rawHeaders, headers: request.headers });
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
