import type { SsoProvider } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { type AuthCall, permittedCall } from './auth-service.ts';

// The project's auth service decides about each of these, and the contract checks what it answers.

const PROVIDERS = '/admin/sso/providers';
const one = (id: string) => `${PROVIDERS}/${encodeURIComponent(id)}`;

async function read<T>(d: Dependencies, actor: Actor, ref: string, path: string): Promise<T> {
  return (await permittedCall(d, actor, ref, 'read_auth_users', { method: 'GET', path })).body as T;
}

async function change(d: Dependencies, actor: Actor, ref: string, call: AuthCall): Promise<SsoProvider> {
  return (await permittedCall(d, actor, ref, 'update_api_config', call)).body as SsoProvider;
}

const { ssoProviders } = routes;

export const ssoProviderRoutes = {
  v1List: ssoProviders.v1List.handler(({ context, input }) =>
    read<{ items: SsoProvider[] }>(context, context.actor, input.ref, PROVIDERS),
  ),
  v1Create: ssoProviders.v1Create.handler(({ context, input: { ref, ...body } }) =>
    change(context, context.actor, ref, { method: 'POST', path: PROVIDERS, body }),
  ),
  v1Get: ssoProviders.v1Get.handler(({ context, input }) =>
    read<SsoProvider>(context, context.actor, input.ref, one(input.provider_id)),
  ),
  v1Update: ssoProviders.v1Update.handler(({ context, input: { ref, provider_id, ...body } }) =>
    change(context, context.actor, ref, { method: 'PUT', path: one(provider_id), body }),
  ),
  v1Delete: ssoProviders.v1Delete.handler(({ context, input: { ref, provider_id } }) =>
    change(context, context.actor, ref, { method: 'DELETE', path: one(provider_id) }),
  ),
};
