import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';
import { signedInClaims } from './signed-in-claims.ts';

const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin'];

/** Throws unless the caller has the service key or a token of its role: `no_authorization`, `bad_jwt`, `not_admin`. */
export async function requireServiceRole(request: FastifyRequest): Promise<void> {
  const { role } = await signedInClaims(request);
  if (!ADMIN_ROLES.includes(role)) throw new AuthError('not_admin');
  request.project.noteRole('service_role');
}
