import type { AuthSession } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedCall } from './auth-service.ts';

interface OfUser {
  ref: string;
  id: string;
}
/** What the auth service tells of a session: what is not known is left out. */
type ToldSession = Pick<AuthSession, 'id' | 'aal'> & Partial<AuthSession>;

/** Where a project's user is signed in. */
export async function listSessions(
  d: Dependencies,
  actor: Actor,
  { ref, id }: OfUser,
): Promise<AuthSession[]> {
  const { body } = await permittedCall(d, actor, ref, 'read_auth_users', {
    method: 'GET',
    path: `/admin/users/${id}/sessions`,
  });
  return (body as { sessions: ToldSession[] }).sessions.map(presentSession);
}

/** Ends one session of a user, or all. @throws PlatformError `not_found` when it has ended already */
export async function deleteSessions(
  d: Dependencies,
  actor: Actor,
  { ref, id, session_id }: OfUser & { session_id?: string },
): Promise<void> {
  const path = `/admin/users/${id}/sessions${session_id === undefined ? '' : `/${session_id}`}`;
  await permittedCall(d, actor, ref, 'update_auth_users', { method: 'DELETE', path });
}

function presentSession(session: ToldSession): AuthSession {
  const { id, aal, user_agent = null, ip = null, refreshed_at = null, not_after = null } = session;
  const { created_at = session.updated_at ?? new Date(0).toISOString() } = session;
  return {
    id,
    aal,
    user_agent,
    ip,
    refreshed_at,
    not_after,
    created_at,
    updated_at: session.updated_at ?? created_at,
  };
}
