import { createHash } from 'node:crypto';

/** `at_hash` of OpenID Connect: the left half of the access token's hash, with the hash that the algorithm has in it. */
export function accessTokenHash(accessToken: string, algorithm: string): string {
  const hash = { '256': 'sha256', '384': 'sha384', '512': 'sha512' }[algorithm.slice(-3)] ?? 'sha512';
  const digest = createHash(hash).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
