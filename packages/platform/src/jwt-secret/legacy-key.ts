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
