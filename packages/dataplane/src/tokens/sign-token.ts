import type { SigningKey } from '@basalt/project';
import { SignJWT } from 'jose';
import { importKey } from './key-ring.ts';

/** A signed token with exactly these claims: `iat` and `exp` (seconds since 1970) are the caller's to give. */
export async function signToken(
  { kid, algorithm, jwk }: SigningKey,
  claims: Record<string, unknown>,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, ...(kid === null ? {} : { kid }), typ: 'JWT' })
    .sign(await importKey(jwk, algorithm));
}
