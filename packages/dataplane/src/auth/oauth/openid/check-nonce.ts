import { createHash } from 'node:crypto';
import { IdTokenProblem } from './id-token-problem.ts';

/**
 * Applications keep the nonce and give the provider its SHA-256 (hexadecimal), so that a token alone is not enough.
 * Throws IdTokenProblem when the two do not belong together, or only one is there.
 */
export function checkNonce(inToken: unknown, fromApplication: string | null): void {
  const tokenHas = inToken !== undefined && inToken !== '';
  const applicationHas = fromApplication !== null && fromApplication !== '';
  if (tokenHas !== applicationHas) {
    throw new IdTokenProblem('nonce', 'Passed nonce and nonce in ID token should either both exist or not');
  }
  if (!applicationHas) return;
  if (inToken !== createHash('sha256').update(fromApplication).digest('hex')) {
    throw new IdTokenProblem('nonce', 'Nonces mismatch');
  }
}
