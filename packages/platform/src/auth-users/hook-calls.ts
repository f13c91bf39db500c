import type { AuthHookCall } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedCall } from './auth-service.ts';

/** What became of the newest calls of a project's hooks. */
async function listHookCalls(
  d: Dependencies,
  actor: Actor,
  { ref, limit }: { ref: string; limit: number },
): Promise<{ calls: AuthHookCall[] }> {
  const { body } = await permittedCall(d, actor, ref, 'read_auth_users', {
    method: 'GET',
    path: `/admin/hook_calls?per_page=${limit}`,
  });
  return body as { calls: AuthHookCall[] };
}

export const authHookRoutes = {
  listCalls: routes.authHooks.listCalls.handler(({ context, input }) =>
    listHookCalls(context, context.actor, input),
  ),
};
