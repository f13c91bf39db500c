import type { FastifyInstance } from 'fastify';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { DISABLED_ENDPOINTS } from './disabled-endpoints.ts';

/** Features that are not there yet say so in the words clients know, each in its own place. */
export function registerDisabledRoutes(app: FastifyInstance, _services: AuthServices): void {
  for (const { methods, path, code } of DISABLED_ENDPOINTS) {
    app.route({
      method: [...methods],
      url: path,
      handler: async () => {
        throw new AuthError(code);
      },
    });
  }
}
