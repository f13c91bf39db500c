import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret and what is stored of it: it is shown once. */
export function newClientSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** Whether a secret is the one that was stored. */
export function fitsSecret(secret: string, hash: string | null): boolean {
  const [one, other] = [Buffer.from(hashOf(secret)), Buffer.from(hash ?? '')];
  return one.length === other.length && timingSafeEqual(one, other);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
