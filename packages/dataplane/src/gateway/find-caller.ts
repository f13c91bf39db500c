import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ProjectKey, ProjectSnapshot } from '../project/project-snapshot.ts';
import { GatewayError } from './gateway-error.ts';
import type { Caller } from './project-request.ts';

/** Finds keys of one project. Hashing each one anew would cost more than the rest of the check. */
export interface KeyFinder {
  find(key: string): ProjectKey | null;
}

const OPAQUE = /^sb_(publishable|secret)_/;

export function createKeyFinder({ keys }: ProjectSnapshot): KeyFinder {
  const byHash = new Map(keys.map((key) => [key.hash, key]));
  const known = new LRUCache<string, ProjectKey>({ max: 50 });
  return {
    find(key) {
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const found = byHash.get(createHash('sha256').update(key).digest('base64url')) ?? null;
      if (found !== null) known.set(key, found);
      return found;
    },
  };
}

/** What a request brought as `apikey`, in the header or the query string, and which key of the project that is. */
export interface BroughtKey {
  apikey: string | null;
  key: ProjectKey | null;
}

/**
 * Who asks: the role of the `apikey`, or whoever the token in `Authorization` stands for. A key in `Authorization` is no
 * token: old clients send theirs in both places.
 * @throws GatewayError 401
 */
export function findCaller({ apikey, key }: BroughtKey, headers: IncomingHttpHeaders): Caller {
  if (apikey === null)
    throw new GatewayError(401, 'No API key found in request', {
      hint: 'Send the key of the project in the header `apikey`.',
    });
  if (key === null)
    throw new GatewayError(401, 'Invalid API key', {
      hint: 'This is none of the keys of the project. They are on the page Settings, API keys.',
    });
  if (!key.enabled)
    throw new GatewayError(401, 'Legacy API keys are disabled', {
      hint: 'Use a publishable or a secret key of the project.',
    });
  if (key.type === 'secret' && isFromBrowser(headers))
    throw new GatewayError(401, 'Forbidden use of secret API key in browser', {
      hint: 'Whoever opens the page can read the key. Use a publishable key there, and replace this one.',
    });
  const token = bearerToken(headers);
  if (token === null || token === apikey || OPAQUE.test(token)) return { kind: 'key', role: key.role };
  return { kind: 'token', token };
}

/** On routes that need no key: a token if there is one. */
export function findOptionalCaller(brought: BroughtKey, headers: IncomingHttpHeaders): Caller {
  if (brought.key?.enabled) return findCaller(brought, headers);
  const token = bearerToken(headers);
  return token === null || OPAQUE.test(token) ? { kind: 'none' } : { kind: 'token', token };
}

/** Of headers that came before, the very same text: to look it up then costs no reading of it. */
const tokens = new WeakMap<IncomingHttpHeaders, string | null>();

function bearerToken(headers: IncomingHttpHeaders): string | null {
  let token = tokens.get(headers);
  if (token === undefined) {
    token = readToken(headers);
    tokens.set(headers, token);
  }
  return token;
}

function readToken({ authorization }: IncomingHttpHeaders): string | null {
  return authorization !== undefined && /^bearer(\s|$)/i.test(authorization)
    ? authorization.slice(6).trim()
    : null;
}

/** Servers set no `Origin`, and their user agents do not claim to be a browser. */
function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && /^mozilla\//i.test(headers['user-agent'] ?? '');
}
