import type { FastifyInstance } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { audit } from '../store/audit-log.ts';
import { deleteSessions } from '../store/sessions.ts';
import { queryText } from '../wire/read-query.ts';

export function registerSignOutRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/logout', async (request, reply) => {
    const context = await requireUser(services, request);
    const { user, session } = context.actor;
    const scope = queryText(request, 'scope') ?? 'global';
    const ending = sessionsToEnd(scope, session?.id ?? null);
    if (ending === undefined) throw new AuthError('validation_failed', 'Unsupported logout scope');
    await context.db.transaction(async (tx) => {
      await audit(context, tx, 'logout', user, { scope });
      if (ending) await deleteSessions(tx, user.id, ending);
    });
    return reply.code(204).send();
  });
}

/**
 * Which sessions a sign-out ends: all, only the caller's, or all others. Null: none, because the caller has none.
 * Undefined: there is no such scope.
 */
function sessionsToEnd(
  scope: string,
  own: string | null,
): 'all' | { only: string } | { except: string } | null | undefined {
  switch (scope) {
    case 'global':
      return 'all';
    case 'local':
      return own === null ? null : { only: own };
    case 'others':
      return own === null ? 'all' : { except: own };
    default:
      return undefined;
  }
}
