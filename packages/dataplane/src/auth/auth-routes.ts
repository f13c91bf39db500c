import type { FastifyInstance } from 'fastify';
import { onResponseEnd } from '../gateway/on-response-end.ts';
import { registerAdminRoutes } from './admin/routes.ts';
import type { AuthServices } from './auth-services.ts';
import { registerDisabledRoutes } from './disabled/routes.ts';
import { registerDiscoveryRoutes } from './discovery/routes.ts';
import { apiVersion } from './errors/api-version.ts';
import { sendError } from './errors/send-error.ts';
import { registerFactorRoutes } from './factors/routes.ts';
import { registerOAuthRoutes } from './oauth/routes.ts';
import { registerRecoveryRoutes } from './recovery/routes.ts';
import { registerSignInRoutes } from './sign-in/routes.ts';
import { registerSignOutRoutes } from './sign-out/routes.ts';
import { registerSignUpRoutes } from './sign-up/routes.ts';
import { registerUserRoutes } from './user/routes.ts';
import { registerVerifyRoutes } from './verify/routes.ts';

const GROUPS = [
  registerDiscoveryRoutes,
  registerSignUpRoutes,
  registerSignInRoutes,
  registerVerifyRoutes,
  registerRecoveryRoutes,
  registerUserRoutes,
  registerSignOutRoutes,
  registerAdminRoutes,
  registerOAuthRoutes,
  registerFactorRoutes,
  registerDisabledRoutes,
];

/** All routes below the root of the auth service. */
export function registerAuthRoutes(app: FastifyInstance, services: AuthServices): void {
  app.setErrorHandler(sendError);
  app.addHook('onRequest', (request, reply, done) => {
    const held = services.projects.use(request.project.project);
    held.enter();
    onResponseEnd(reply, () => held.leave());
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    const version = apiVersion(request);
    if (version) reply.header('x-supabase-api-version', version);
  });
  for (const register of GROUPS) register(app, services);
}
