import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';

type Claims = Readonly<Record<string, unknown>>;

/**
 * What the caller's token says; for a key, what the token that stands for it would. Throws `no_authorization` when there
 * is neither, `bad_jwt` for a token that this project did not sign or that is over.
 */
export async function callerClaims(request: FastifyRequest): Promise<Claims> {
  const { caller, verifier } = request.project;
  if (caller.kind === 'key') {
    if (caller.role === 'anon' && request.headers.authorization === undefined)
      throw new AuthError('no_authorization');
    return { role: caller.role };
  }
  if (caller.kind === 'none') throw new AuthError('no_authorization');
  const verdict = await verifier.verify(caller.token);
  if (verdict.ok) return verdict.token.claims;
  throw new AuthError(
    'bad_jwt',
    `invalid JWT: unable to parse or verify signature, ${verdict.problem.message}`,
  );
}
