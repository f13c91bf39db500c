import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyRole, ProjectKey, ProjectSnapshot } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import { CallerError } from './caller-error.ts';

/**
 * Who asks, as far as the gateway knows: by the role of the key alone, or with a token of its own in `Authorization`, which
 * the service verifies. `none` on routes that need no key.
 */
export type Caller = { kind: 'key'; role: KeyRole } | { kind: 'token'; token: string } | { kind: 'none' };

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
 * @throws {CallerError} about the key
 */
export function findCaller({ apikey, key }: BroughtKey, headers: IncomingHttpHeaders): Caller {
  if (apikey === null) throw new CallerError({ kind: 'no-key' });
  if (key === null) throw new CallerError({ kind: 'unknown-key' });
  if (!key.enabled) throw new CallerError({ kind: 'legacy-keys-disabled' });
  if (key.type === 'secret' && isFromBrowser(headers))
    throw new CallerError({ kind: 'secret-key-in-browser' });
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
