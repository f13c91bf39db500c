import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

export const LEGACY_ROLES = ['anon', 'service_role'] as const;
export type LegacyRole = (typeof LEGACY_ROLES)[number];

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/**
 * The legacy key of a role: a token that the JWT secret signs. The same arguments give the same key, so keys are never
 * stored.
 */
export function legacyKey(secret: string, ref: string, role: LegacyRole, issuedAt: Date): Promise<string> {
  const iat = Math.floor(issuedAt.getTime() / 1_000);
  return new SignJWT({ iss: 'supabase', ref, role, iat, exp: iat + TEN_YEARS })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** A JWT secret as a key (RFC 7517): the bytes of its text are the key. */
export interface SecretJwk {
  kty: 'oct';
  k: string;
}

export function newJwtSecret(): string {
  return randomBytes(48).toString('base64url');
}

export function secretToJwk(secret: string): SecretJwk {
  return { kty: 'oct', k: Buffer.from(secret, 'utf8').toString('base64url') };
}

export function jwkToSecret({ k }: SecretJwk): string {
  return Buffer.from(k, 'base64url').toString('utf8');
}
