import { QueryError } from '@basalt/postgres';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import {
  type CustomProviderRow,
  deleteCustomProvider,
  findCustomProvider,
  listCustomProviders,
  writeCustomProvider,
} from '../../oauth/custom/custom-provider-rows.ts';
import { discoverIssuer, readDiscovery } from '../../oauth/custom/discover-issuer.ts';
import { readCustomProvider, readIssuer } from '../../oauth/custom/read-custom-provider.ts';
import { audit } from '../../store/audit-log.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';

/** Providers of the project's own, for the service key. Every route is behind `requireServiceRole`. */
export function registerCustomProviderRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/custom-providers', async (request) => {
    const { db } = authContext(services, request);
    const type = queryText(request, 'type');
    if (type !== null && type !== 'oauth2' && type !== 'oidc')
      throw new AuthError('validation_failed', 'type must be oauth2 or oidc');
    return { providers: (await listCustomProviders(db, type)).map(present) };
  });

  app.post('/admin/custom-providers', async (request, reply) => {
    const context = authContext(services, request);
    const row = await discoverIssuer(context, readCustomProvider(readBody(request), null, context.now));
    await context.db
      .transaction(async (tx) => {
        await writeCustomProvider(tx, row);
        await audit(context, tx, 'custom_provider_created', null, { identifier: row.identifier });
      })
      .catch(rethrowTaken);
    return reply.code(201).send(present(row));
  });

  // Whether an issuer can be read, before anything is saved. No identifier is called like this.
  app.post('/admin/custom-providers/discovery', async (request) => {
    const context = authContext(services, request);
    return { discovery_document: await readDiscovery(context, readIssuer(readBody(request))) };
  });

  app.get('/admin/custom-providers/:identifier', async (request) => {
    const { db } = authContext(services, request);
    return present((await findCustomProvider(db, named(request))) ?? notFound());
  });

  app.put('/admin/custom-providers/:identifier', async (request) => {
    const context = authContext(services, request);
    const body = readBody(request);
    const known = (await findCustomProvider(context.db, named(request))) ?? notFound();
    const asked = readCustomProvider(body, known, context.now);
    const moved = asked.issuer !== known.issuer || asked.discovery_url !== known.discovery_url;
    const found = moved ? await discoverIssuer(context, asked) : asked;
    return context.db.transaction(async (tx) => {
      // Somebody may have changed something else while the issuer was asked.
      const current = (await findCustomProvider(tx, known.identifier, { lock: true })) ?? notFound();
      const { cached_discovery, discovery_cached_at } = moved ? found : current;
      const row = {
        ...readCustomProvider(body, current, context.now),
        cached_discovery,
        discovery_cached_at,
      };
      await writeCustomProvider(tx, row);
      await audit(context, tx, 'custom_provider_updated', null, { identifier: row.identifier });
      return present(row);
    });
  });

  app.delete('/admin/custom-providers/:identifier', async (request, reply) => {
    const context = authContext(services, request);
    const identifier = named(request);
    await context.db.transaction(async (tx) => {
      if (!(await deleteCustomProvider(tx, identifier))) notFound();
      await audit(context, tx, 'custom_provider_deleted', null, { identifier });
    });
    return reply.code(204).send();
  });
}

function named(request: FastifyRequest): string {
  return String((request.params as Record<string, unknown>).identifier ?? '');
}

/** A provider as it is told: never its secret. */
function present({ client_secret: _, cached_discovery, discovery_cached_at: __, ...row }: CustomProviderRow) {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return {
    ...known,
    ...(row.provider_type === 'oidc' ? { discovery_document: cached_discovery } : {}),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}

const UNIQUE_VIOLATION = '23505';

function rethrowTaken(error: unknown): never {
  if (!(error instanceof QueryError) || error.code !== UNIQUE_VIOLATION) throw error;
  throw new AuthError('conflict', 'A provider with this identifier exists already', { status: 400 });
}

function notFound(): never {
  throw new AuthError('custom_provider_not_found');
}
