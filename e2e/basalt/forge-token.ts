import { createHmac, type KeyObject, sign } from 'node:crypto';

/** What signs a token: a secret for HS256, a private key for the others. */
export type TokenKey = string | Buffer | KeyObject;

/** A JWT made by hand, so that it can be wrong in any way. `alg` names what really signs it; the header may claim another. */
export function forgeToken(header: object, claims: unknown, key: TokenKey, alg = 'HS256'): string {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const input = `${base64url(JSON.stringify(header))}.${base64url(payload)}`;
  return `${input}.${signatureOf(input, key, alg)}`;
}

/** Seconds from now, as claims count time. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

export function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function signatureOf(input: string, key: TokenKey, alg: string): string {
  switch (alg) {
    case 'HS256':
      return createHmac('sha256', key).update(input).digest('base64url');
    case 'RS256':
      return sign('sha256', Buffer.from(input), asPrivate(key)).toString('base64url');
    case 'ES256':
      return sign('sha256', Buffer.from(input), { key: asPrivate(key), dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      );
    default:
      return '';
  }
}

function asPrivate(key: TokenKey): KeyObject {
  if (typeof key === 'string' || Buffer.isBuffer(key))
    throw new TypeError('This algorithm needs a private key.');
  return key;
}
