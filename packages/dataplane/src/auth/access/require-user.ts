import type { FastifyRequest } from 'fastify';
import { CallerError } from '../../caller/caller-error.ts';
import { callerClaims } from '../../caller/identify-caller.ts';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { isBanned } from '../sessions/auth-method.ts';
import { findSession, type SessionRow } from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { isUuid } from '../wire/read-body.ts';

/**
 * What the caller's token or key says. The `anon` key alone is nobody here: clients send it with every request.
 * @throws {CallerError} `no-credentials`, `token-refused`
 */
async function signedInClaims({ project, headers }: FastifyRequest): ReturnType<typeof callerClaims> {
  const { caller } = project;
  if (caller.kind === 'key' && caller.role === 'anon' && headers.authorization === undefined)
    throw new CallerError({ kind: 'no-credentials' });
  return await callerClaims(project);
}

/** Who is signed in. */
export interface Actor {
  user: UserRow;
  /** Null for a token that the project's owner signed without a session. */
  session: SessionRow | null;
  claims: Readonly<Record<string, unknown>>;
}

/** What a request of somebody signed in works with. */
export type ActorContext = AuthContext & { actor: Actor };

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The user whose token came with the request, who and whose session must still exist. Throws `no_authorization`,
 * `bad_jwt`, `session_not_found`, `user_not_found`, `user_banned`.
 */
export async function requireUser(services: AuthServices, request: FastifyRequest): Promise<ActorContext> {
  const context = authContext(services, request);
  const claims = await signedInClaims(request);
  const userId = uuidClaim(claims, 'sub');
  if (userId === null) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  const sessionId = uuidClaim(claims, 'session_id');
  const session = sessionId === null || sessionId === NO_ID ? null : await findSession(context.db, sessionId);
  if (sessionId !== null && sessionId !== NO_ID && session?.user_id !== userId)
    throw new AuthError('session_not_found');
  const user = await findUserById(context.db, userId);
  if (!user || user.deleted_at)
    throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 });
  if (isBanned(user, context.now)) throw new AuthError('user_banned');
  request.project.noteRole(String(claims.role ?? 'authenticated'));
  return { ...context, actor: { user, session, claims } };
}

function uuidClaim(claims: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = claims[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !isUuid(value))
    throw new AuthError('bad_jwt', `invalid claim: ${name} claim must be a UUID`);
  return value.toLowerCase();
}

const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin'];

/** Throws unless the caller has the service key or a token of its role: `no_authorization`, `bad_jwt`, `not_admin`. */
export async function requireServiceRole(request: FastifyRequest): Promise<void> {
  const { role } = await signedInClaims(request);
  if (!ADMIN_ROLES.includes(role)) throw new AuthError('not_admin');
  request.project.noteRole('service_role');
}
