import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { listHookCalls } from '../../hooks/log/note-hook-call.ts';
import { requestedPage } from '../request-parameters.ts';

/** What became of the calls of hooks. Not part of the public protocol: the dashboard shows it. */
export function registerHookCallRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/hook_calls', async (request) => ({
    calls: await listHookCalls(authContext(services, request).db, requestedPage(request).perPage),
  }));
}
