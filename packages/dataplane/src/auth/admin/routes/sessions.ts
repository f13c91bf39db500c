import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { time } from '../../present/present-user.ts';
import { audit } from '../../store/audit-log.ts';
import { deleteSessions, findSession, listSessions, type SessionRow } from '../../store/sessions.ts';
import { pathId } from '../request-parameters.ts';
import { pathUser } from '../users/routes.ts';

/** Where a user is signed in, and ending that. Not part of the public protocol: the dashboard uses it. */
export function registerAdminSessionRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/users/:user_id/sessions', async (request) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    const sessions = await listSessions(context.db, user.id);
    return { sessions: sessions.map(presentAdminSession) };
  });

  app.delete('/admin/users/:user_id/sessions', async (request, reply) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    await context.db.transaction(async (tx) => {
      await deleteSessions(tx, user.id);
      await audit(context, tx, 'logout', null, { user_id: user.id });
    });
    return reply.code(204).send();
  });

  app.delete('/admin/users/:user_id/sessions/:session_id', async (request, reply) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    const id = pathId(request, 'session_id');
    await context.db.transaction(async (tx) => {
      const session = await findSession(tx, id, { lock: true });
      if (session?.user_id !== user.id)
        throw new AuthError('session_not_found', 'This user has no session with this id', { status: 404 });
      await deleteSessions(tx, user.id, { only: id });
      await audit(context, tx, 'logout', null, { user_id: user.id, session_id: id });
    });
    return reply.code(204).send();
  });
}

/** A session as the dashboard shows it: where and when, and nothing that could be used in its place. */
function presentAdminSession(session: SessionRow): Record<string, unknown> {
  return {
    id: session.id,
    user_id: session.user_id,
    aal: session.aal ?? 'aal1',
    user_agent: session.user_agent,
    ip: session.ip,
    tag: session.tag,
    ...time('created_at', session.created_at),
    ...time('updated_at', session.updated_at),
    ...time('refreshed_at', session.refreshed_at),
    ...time('not_after', session.not_after),
  };
}
