import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import {
  type ClientRow,
  findClient,
  listClients,
  updateClient,
} from '../../oauth-server/clients/client-rows.ts';
import { newClientSecret } from '../../oauth-server/clients/client-secret.ts';
import { makeClient } from '../../oauth-server/clients/make-client.ts';
import { presentClient } from '../../oauth-server/clients/present-client.ts';
import { readClientChanges } from '../../oauth-server/clients/read-client.ts';
import { serverContext } from '../../oauth-server/require-server.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { isUuid, readBody } from '../../wire/read-body.ts';
import { pageHeaders, requestedPage } from '../request-parameters.ts';

/** Managing clients, for the service key. Every route is behind `requireServiceRole`. */
export function registerOAuthClientRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/oauth/clients', async (request, reply) => {
    const { db } = serverContext(services, request);
    const page = requestedPage(request);
    const { clients, total } = await listClients(db, {
      limit: page.perPage,
      offset: (page.page - 1) * page.perPage,
    });
    reply.headers(pageHeaders('/admin/oauth/clients', page, total));
    return { clients: clients.map((client) => presentClient(client)) };
  });

  app.post('/admin/oauth/clients', async (request, reply) => {
    const context = serverContext(services, request);
    return reply.code(201).send(await makeClient(context, readBody(request), 'manual'));
  });

  app.get('/admin/oauth/clients/:client_id', async (request) => {
    const { db } = serverContext(services, request);
    return presentClient((await findClient(db, clientId(request))) ?? notFound());
  });

  app.put('/admin/oauth/clients/:client_id', async (request) => {
    const context = serverContext(services, request);
    const body = readBody(request);
    return change(context, request, 'oauth_client_updated', async (tx, client) => {
      const changes = readClientChanges(body, client);
      return presentClient((await updateClient(tx, context.now, client.id, changes)) ?? client);
    });
  });

  app.delete('/admin/oauth/clients/:client_id', async (request, reply) => {
    const context = serverContext(services, request);
    await change(context, request, 'oauth_client_deleted', async (tx, client) => {
      await updateClient(tx, context.now, client.id, { deleted_at: context.now.toISOString() });
      // What it was given ends with it.
      await tx.query('delete from auth.sessions where oauth_client_id = $1', [client.id]);
      await tx.query('delete from auth.oauth_authorizations where client_id = $1', [client.id]);
    });
    return reply.code(204).send();
  });

  app.post('/admin/oauth/clients/:client_id/regenerate_secret', async (request) => {
    const context = serverContext(services, request);
    return change(context, request, 'oauth_client_updated', async (tx, client) => {
      if (client.client_type === 'public')
        throw new AuthError('validation_failed', 'Cannot regenerate secret for public client');
      const { secret, hash } = newClientSecret();
      const changed = await updateClient(tx, context.now, client.id, { client_secret_hash: hash });
      return presentClient(changed ?? client, secret);
    });
  });
}

function change<T>(
  context: AuthContext,
  request: FastifyRequest,
  action: 'oauth_client_updated' | 'oauth_client_deleted',
  work: (tx: Transaction, client: ClientRow) => Promise<T>,
): Promise<T> {
  const id = clientId(request);
  return context.db.transaction(async (tx) => {
    const done = await work(tx, (await findClient(tx, id)) ?? notFound());
    await audit(context, tx, action, null, { client_id: id });
    return done;
  });
}

function clientId(request: FastifyRequest): string {
  const id = String((request.params as Record<string, unknown>).client_id ?? '');
  if (isUuid(id)) return id.toLowerCase();
  throw new AuthError('validation_failed', 'client_id must be a UUID');
}

function notFound(): never {
  throw new AuthError('oauth_client_not_found');
}
