import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError } from '../errors/auth-error.ts';

/** What a browser gave so that only it can use the code at the end (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

const CHALLENGE = /^[A-Za-z0-9._~-]+$/;
const METHODS: readonly string[] = ['s256', 'plain'];

/** From `code_challenge` and `code_challenge_method`; null when the request has none. Throws `validation_failed`. */
export function readCodeChallenge(challenge: string | null, method: string | null): CodeChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method)
    throw new AuthError(
      'validation_failed',
      'PKCE flow requires both code_challenge and code_challenge_method',
    );
  const name = method.toLowerCase();
  if (!METHODS.includes(name))
    throw new AuthError('validation_failed', 'code_challenge_method must be "s256" or "plain"');
  if (challenge.length < 43 || challenge.length > 128)
    throw new AuthError('validation_failed', 'code challenge has to be between 43 and 128 characters');
  if (!CHALLENGE.test(challenge))
    throw new AuthError(
      'validation_failed',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  return { challenge, method: name as CodeChallenge['method'] };
}

/** Whether a verifier is the one that a challenge was made from. */
export function fitsChallenge(verifier: string, { challenge, method }: CodeChallenge): boolean {
  const expected = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [one, other] = [Buffer.from(expected), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}
