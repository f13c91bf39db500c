import type { FastifyInstance } from 'fastify';
import { requireServiceRole } from '../access/require-service-role.ts';
import type { AuthServices } from '../auth-services.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { registerAdminFactorRoutes } from './factors/routes.ts';
import { registerLinkRoutes } from './links/routes.ts';
import { registerMailLimitRoutes } from './mail-limit/routes.ts';
import { registerMailboxRoutes } from './mailbox/routes.ts';
import { registerAdminSessionRoutes } from './sessions/routes.ts';
import { registerTestMailRoutes } from './test-mail/routes.ts';
import { registerAdminUserRoutes } from './users/routes.ts';

/** What only the service key may do. Every route here is closed to everybody else before it reads anything. */
export function registerAdminRoutes(app: FastifyInstance, services: AuthServices): void {
  app.register(async (admin) => {
    admin.addHook('preHandler', requireServiceRole);
    registerAdminUserRoutes(admin, services);
    registerAdminSessionRoutes(admin, services);
    registerAdminFactorRoutes(admin, services);
    registerLinkRoutes(admin, services);
    registerAuditRoutes(admin, services);
    registerMailLimitRoutes(admin, services);
    registerMailboxRoutes(admin, services);
    registerTestMailRoutes(admin, services);
  });
}
