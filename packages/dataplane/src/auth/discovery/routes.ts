import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { AuthServices } from '../auth-services.ts';
import { issuer } from '../sessions/access-token.ts';
import { openidConfiguration } from './openid-configuration.ts';
import { publicKeys } from './public-keys.ts';
import { publicSettings } from './public-settings.ts';

const CACHE = 'public, max-age=600';

export function registerDiscoveryRoutes(app: FastifyInstance, _services: AuthServices): void {
  app.get('/health', async () => ({
    version: `v${manifest.version}`,
    // The name that clients of this protocol expect.
    name: 'GoTrue',
    description: 'Sign-up, sign-in and user management of a project',
  }));

  app.get('/settings', async ({ project }) => publicSettings(project.project.auth));

  app.get('/.well-known/jwks.json', async ({ project }, reply) => {
    reply.header('cache-control', CACHE);
    return { keys: publicKeys(project.project.verificationKeys) };
  });

  app.get('/.well-known/openid-configuration', async ({ project }, reply) => {
    reply.header('cache-control', CACHE);
    return openidConfiguration(issuer(project), project.project.verificationKeys);
  });
}
