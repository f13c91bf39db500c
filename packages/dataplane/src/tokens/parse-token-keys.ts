import type { Jwk, VerificationKey } from '@basalt/project';

/** Shorter ones can be guessed. Bytes. */
const MIN_SECRET_BYTES = 32;
const ALGORITHMS = { oct: 'HS256', RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' } as const;

/**
 * Keys that a setting names: a JSON Web Key, a set of them, or else the text is a secret itself. What cannot be a key verifies
 * nothing.
 * @param isBase64 the secret stands for bytes
 */
export function parseTokenKeys(text: string, { isBase64 }: { isBase64: boolean }): VerificationKey[] {
  const given = parseJson(text);
  if (isJwk(given)) return keysOf([given]);
  if (given !== null && 'keys' in given && Array.isArray(given.keys)) return keysOf(given.keys);
  const secret = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  return keysOf([{ kty: 'oct', k: secret.toString('base64url') }]);
}

function keysOf(jwks: readonly unknown[]): VerificationKey[] {
  return jwks.filter(isJwk).flatMap((jwk) => {
    const { kty, kid, alg, k } = jwk;
    const algorithm = Object.entries(ALGORITHMS).find(([type]) => type === kty)?.[1];
    if (algorithm === undefined || (alg !== undefined && alg !== algorithm)) return [];
    if (kty === 'oct' && Buffer.from(k ?? '', 'base64url').length < MIN_SECRET_BYTES) return [];
    return [{ kid: typeof kid === 'string' ? kid : null, algorithm, jwk }];
  });
}

function isJwk(value: unknown): value is Jwk {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kty' in value &&
    typeof value.kty === 'string' &&
    (!('k' in value) || typeof value.k === 'string')
  );
}

function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
