import type { TokenVerifier } from '../tokens/token-verifier.ts';
import { CallerError } from './caller-error.ts';
import type { Caller } from './find-caller.ts';

/**
 * What the caller's token says; for a key, what a token of the key's role would.
 * @throws {CallerError} `no-credentials` without either, `token-refused` for a token that this project did not sign or that
 *   is over
 */
export async function callerClaims({
  caller,
  verifier,
}: {
  caller: Caller;
  verifier: TokenVerifier;
}): Promise<Readonly<Record<string, unknown>>> {
  if (caller.kind === 'key') return { role: caller.role };
  if (caller.kind === 'none') throw new CallerError({ kind: 'no-credentials' });
  const verdict = await verifier.verify(caller.token);
  if (verdict.ok) return verdict.token.claims;
  throw new CallerError({ kind: 'token-refused', problem: verdict.problem });
}
