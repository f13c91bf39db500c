import type { FastifyInstance } from 'fastify';
import { requireServiceRole } from '../access/require-user.ts';
import type { AuthServices } from '../auth-services.ts';
import { registerUserImportRoutes } from './imports/routes.ts';
import { registerLinkRoutes } from './links/routes.ts';
import { registerActivityRoutes } from './routes/activity.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerCustomProviderRoutes } from './routes/custom-providers.ts';
import { registerAdminFactorRoutes } from './routes/factors.ts';
import { registerHookCallRoutes } from './routes/hooks.ts';
import { registerMailboxRoutes, registerMailLimitRoutes, registerTestMailRoutes } from './routes/mail.ts';
import { registerOAuthClientRoutes } from './routes/oauth-clients.ts';
import { registerAdminPasskeyRoutes } from './routes/passkeys.ts';
import { registerAdminSessionRoutes } from './routes/sessions.ts';
import { registerSsoProviderRoutes } from './routes/sso-providers.ts';
import { registerAdminUserRoutes } from './users/routes.ts';

/** What only the service key may do. Every route here is closed to everybody else before it reads anything. */
export function registerAdminRoutes(app: FastifyInstance, services: AuthServices): void {
  app.register(async (admin) => {
    admin.addHook('preHandler', requireServiceRole);
    registerAdminUserRoutes(admin, services);
    registerUserImportRoutes(admin, services);
    registerAdminSessionRoutes(admin, services);
    registerAdminFactorRoutes(admin, services);
    registerAdminPasskeyRoutes(admin, services);
    registerLinkRoutes(admin, services);
    registerActivityRoutes(admin, services);
    registerAuditRoutes(admin, services);
    registerOAuthClientRoutes(admin, services);
    registerCustomProviderRoutes(admin, services);
    registerSsoProviderRoutes(admin, services);
    registerHookCallRoutes(admin, services);
    registerMailLimitRoutes(admin, services);
    registerMailboxRoutes(admin, services);
    registerTestMailRoutes(admin, services);
  });
}
