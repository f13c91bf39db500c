import type { OAuthClient } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { type AuthCall, permittedCall } from './auth-service.ts';

// The project's auth service decides about each of these, and the contract checks what it answers.

const CLIENTS = '/admin/oauth/clients';

async function listClients(
  d: Dependencies,
  actor: Actor,
  { ref, page, per_page }: { ref: string; page: number; per_page: number },
): Promise<{ clients: OAuthClient[]; total: number }> {
  const path = `${CLIENTS}?page=${page}&per_page=${per_page}`;
  const { body, total } = await permittedCall(d, actor, ref, 'read_auth_users', { method: 'GET', path });
  return { clients: (body as { clients: OAuthClient[] }).clients, total };
}

async function change(d: Dependencies, actor: Actor, ref: string, call: AuthCall): Promise<OAuthClient> {
  return (await permittedCall(d, actor, ref, 'update_api_config', call)).body as OAuthClient;
}

const { oauthClients } = routes;

export const oauthClientRoutes = {
  list: oauthClients.list.handler(({ context, input }) => listClients(context, context.actor, input)),
  create: oauthClients.create.handler(({ context, input: { ref, ...body } }) =>
    change(context, context.actor, ref, { method: 'POST', path: CLIENTS, body }),
  ),
  update: oauthClients.update.handler(({ context, input: { ref, id, ...body } }) =>
    change(context, context.actor, ref, { method: 'PUT', path: `${CLIENTS}/${id}`, body }),
  ),
  renewSecret: oauthClients.renewSecret.handler(({ context, input: { ref, id } }) =>
    change(context, context.actor, ref, { method: 'POST', path: `${CLIENTS}/${id}/regenerate_secret` }),
  ),
  delete: oauthClients.delete.handler(async ({ context, input: { ref, id } }) => {
    await change(context, context.actor, ref, { method: 'DELETE', path: `${CLIENTS}/${id}` });
    return {};
  }),
};
