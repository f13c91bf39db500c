import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Digits for people to type in. */
export function newOtp(length: number): string {
  return Array.from({ length: Math.min(10, Math.max(6, length)) }, () => randomInt(10)).join('');
}

/** What is stored of a code that was sent to an address, however somebody wrote it: `+49 …`, `Anna@…`. */
export function otpHash(address: string, otp: string): string {
  const written = address.toLowerCase().replace(/^\+/, '');
  return createHash('sha224').update(written).update(otp).digest('hex');
}

const PKCE_PREFIX = 'pkce_';

/** The token of a link: nothing about it can be guessed from the digits in the same mail. */
export function newLinkToken(pkce: boolean): string {
  return `${pkce ? PKCE_PREFIX : ''}${randomBytes(28).toString('hex')}`;
}

/** Whether the browser that asked for the link keeps a verifier. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

/** Whether a stored hash belongs to these digits. Hashes of other software may have the prefix too. */
export function fitsOtp(stored: string | null, address: string, otp: string): boolean {
  if (!stored) return false;
  const plain = isPkceToken(stored) ? stored.slice(PKCE_PREFIX.length) : stored;
  const [one, other] = [Buffer.from(plain), Buffer.from(otpHash(address, otp))];
  return one.length === other.length && timingSafeEqual(one, other);
}
