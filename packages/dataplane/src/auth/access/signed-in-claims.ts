import type { FastifyRequest } from 'fastify';
import { CallerError } from '../../caller/caller-error.ts';
import { callerClaims } from '../../caller/identify-caller.ts';

/**
 * What the caller's token or key says. The `anon` key alone is nobody here: clients send it with every request.
 * @throws {CallerError} `no-credentials`, `token-refused`
 */
export async function signedInClaims({ project, headers }: FastifyRequest): ReturnType<typeof callerClaims> {
  const { caller } = project;
  if (caller.kind === 'key' && caller.role === 'anon' && headers.authorization === undefined)
    throw new CallerError({ kind: 'no-credentials' });
  return await callerClaims(project);
}
