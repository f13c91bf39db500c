import { MOST_KEYS_LENGTH } from '@basalt/contract';
import { type Outgoing, OutgoingError } from '@basalt/network';
import { importJWK, type JWK } from 'jose';
import { PlatformError } from '../kernel/platform-error.ts';

/** Where the keys of an issuer come from. */
export interface KeySource {
  oidc_issuer_url: string | null;
  jwks_url: string | null;
  custom_jwks: unknown;
}

export interface PublicKeys {
  keys: JWK[];
}

const LIMITS = { timeoutMs: 10_000, maxBytes: MOST_KEYS_LENGTH };

/** What of a key is public, by its kind. Secrets shared with others are none. */
const PUBLIC_PARTS: Record<string, readonly string[]> = {
  RSA: ['n', 'e'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
};

/**
 * The public keys that an issuer signs with now.
 * @throws PlatformError `bad_request` with the field that is wrong
 */
export async function resolveKeys(source: KeySource, outgoing: Outgoing): Promise<PublicKeys> {
  if (source.custom_jwks !== null) return publicKeys(source.custom_jwks, 'custom_jwks');
  if (source.jwks_url !== null) return fetchKeys(source.jwks_url, 'jwks_url', outgoing);
  const issuer = source.oidc_issuer_url ?? '';
  const description = await fetchJson(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    'oidc_issuer_url',
    outgoing,
  );
  const { issuer: named, jwks_uri: address } = (description ?? {}) as {
    issuer?: unknown;
    jwks_uri?: unknown;
  };
  if (named !== issuer)
    throw refusal('oidc_issuer_url', `calls itself ${quoted(named)}: write the issuer as its tokens do`);
  if (typeof address !== 'string') throw refusal('oidc_issuer_url', 'does not say where its keys are');
  checkAddress(address, 'oidc_issuer_url');
  return fetchKeys(address, 'oidc_issuer_url', outgoing);
}

/**
 * Keys that came over plain HTTP could be anybody's. A server on this machine, which the operator must allow, is no way through a network.
 * @throws PlatformError `bad_request`
 */
export function checkAddress(text: string, field: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isNear = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isNear)))
    throw refusal(field, 'must be an address that begins with https://');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw refusal(field, 'must be an address without a user and without a fragment');
}

async function fetchKeys(address: string, field: string, outgoing: Outgoing): Promise<PublicKeys> {
  return publicKeys(await fetchJson(address, field, outgoing), field);
}

async function fetchJson(address: string, field: string, outgoing: Outgoing): Promise<unknown> {
  try {
    const answer = await outgoing.fetch(address, { headers: { accept: 'application/json' } }, LIMITS);
    if (!answer.ok) throw refusal(field, `answers ${answer.status} at ${address}`);
    return await answer.json();
  } catch (error) {
    if (error instanceof OutgoingError) throw refusal(field, `could not be asked at ${address}`, error);
    if (error instanceof SyntaxError) throw refusal(field, `does not answer with JSON at ${address}`, error);
    throw error;
  }
}

/** Of all keys those that tokens can be checked with, and of these only what is public. */
async function publicKeys(set: unknown, field: string): Promise<PublicKeys> {
  const given: unknown = (set as { keys?: unknown } | null)?.keys;
  const found = await Promise.all((Array.isArray(given) ? given.slice(0, 100) : []).map(publicKey));
  const keys = found.filter((key) => key !== null);
  if (keys.length === 0) throw refusal(field, 'has no public key that tokens can be checked with');
  return { keys };
}

async function publicKey(given: unknown): Promise<JWK | null> {
  const { kty, kid, alg, use, ...rest } = (given ?? {}) as Record<string, unknown>;
  const parts = typeof kty === 'string' ? PUBLIC_PARTS[kty] : undefined;
  if (parts === undefined || (use !== undefined && use !== 'sig')) return null;
  const key = {
    kty,
    ...(typeof kid === 'string' && { kid }),
    ...(typeof alg === 'string' && { alg }),
    ...Object.fromEntries(parts.map((name) => [name, rest[name]])),
  } as JWK;
  try {
    await importJWK(key, key.alg ?? usualAlgorithm(key));
    return key;
  } catch {
    return null;
  }
}

function usualAlgorithm({ kty, crv }: JWK): string {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'OKP') return 'EdDSA';
  return crv === 'P-384' ? 'ES384' : crv === 'P-521' ? 'ES512' : 'ES256';
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 200)}"` : 'nothing';
}

function refusal(field: string, problem: string, cause?: unknown): PlatformError {
  return new PlatformError('bad_request', `${field}: ${problem}.`, { field, cause });
}
