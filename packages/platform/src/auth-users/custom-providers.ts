import type { CustomProvider } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { type AuthCall, permittedCall } from './auth-service.ts';

// The project's auth service decides about each of these, and the contract checks what it answers.

const PROVIDERS = '/admin/custom-providers';

async function change<T>(d: Dependencies, actor: Actor, ref: string, call: AuthCall): Promise<T> {
  return (await permittedCall(d, actor, ref, 'update_api_config', call)).body as T;
}

const { customProviders } = routes;

export const customProviderRoutes = {
  list: customProviders.list.handler(async ({ context, input: { ref } }) => {
    const call = { method: 'GET', path: PROVIDERS } as const;
    const { body } = await permittedCall(context, context.actor, ref, 'read_auth_users', call);
    return body as { providers: CustomProvider[] };
  }),
  create: customProviders.create.handler(({ context, input: { ref, ...body } }) =>
    change<CustomProvider>(context, context.actor, ref, { method: 'POST', path: PROVIDERS, body }),
  ),
  update: customProviders.update.handler(({ context, input: { ref, identifier, ...body } }) =>
    change<CustomProvider>(context, context.actor, ref, {
      method: 'PUT',
      path: `${PROVIDERS}/${identifier}`,
      body,
    }),
  ),
  delete: customProviders.delete.handler(async ({ context, input: { ref, identifier } }) => {
    await change(context, context.actor, ref, { method: 'DELETE', path: `${PROVIDERS}/${identifier}` });
    return {};
  }),
  discover: customProviders.discover.handler(({ context, input: { ref, ...body } }) =>
    change<{ discovery_document: Record<string, unknown> }>(context, context.actor, ref, {
      method: 'POST',
      path: `${PROVIDERS}/discovery`,
      body,
    }),
  ),
};
