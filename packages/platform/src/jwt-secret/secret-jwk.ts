import { randomBytes } from 'node:crypto';

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
