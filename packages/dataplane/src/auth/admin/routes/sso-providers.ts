import { QueryError } from '@basalt/postgres';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuthContext, authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { requireSaml } from '../../sso/flow/require-saml.ts';
import { fetchMetadata, readGivenMetadata } from '../../sso/metadata/fetch-metadata.ts';
import {
  deleteProvider,
  findProvider,
  listProviders,
  type SsoProvider,
  writeProvider,
} from '../../sso/providers/provider-rows.ts';
import { type MetadataSource, readProvider, readSource } from '../../sso/providers/read-provider.ts';
import { audit } from '../../store/audit-log.ts';
import type { Executor } from '../../store/run-transaction.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { asUuid } from '../request-parameters.ts';

/** Identity providers of organizations, for the service key. Every route is behind `requireServiceRole`. */
export function registerSsoProviderRoutes(app: FastifyInstance, services: AuthServices): void {
  const samlContext = (request: FastifyRequest) => requireSaml(authContext(services, request));

  app.get('/admin/sso/providers', async (request) => {
    const { db } = samlContext(request);
    const providers = await listProviders(db, {
      resourceId: queryText(request, 'resource_id'),
      resourceIdPrefix: queryText(request, 'resource_id_prefix'),
    });
    return { items: providers.map((provider) => withoutXml(present(provider))) };
  });

  app.post('/admin/sso/providers', async (request, reply) => {
    const context = samlContext(request);
    const body = readBody(request);
    const asked = readProvider(body, null, context.now);
    const source = readSource(body);
    if (source === null)
      throw new AuthError('validation_failed', 'Either metadata_xml or metadata_url must be given');
    const row = await withMetadata(context, asked, source);
    const made = await context.db
      .transaction(async (tx) => {
        await writeProvider(tx, row);
        await audit(context, tx, 'sso_provider_created', null, { provider_id: row.id });
        return stored(tx, row.id);
      })
      .catch(rethrowTaken);
    return reply.code(201).send(present(made));
  });

  app.get('/admin/sso/providers/:id', async (request) => {
    const { db } = samlContext(request);
    return present(await named(db, request));
  });

  app.put('/admin/sso/providers/:id', async (request) => {
    const context = samlContext(request);
    const body = readBody(request);
    const known = await named(context.db, request);
    const source = readSource(body);
    const asked = readProvider(body, known, context.now);
    const row = source === null ? asked : await withMetadata(context, asked, source);
    if (row.saml.entity_id !== known.saml.entity_id) throw new AuthError('saml_entity_id_mismatch');
    const changed = await context.db
      .transaction(async (tx) => {
        // Somebody may have removed it while the metadata were fetched.
        await tx.query('select from auth.sso_providers where id = $1 for update', [known.id]);
        await stored(tx, known.id);
        await writeProvider(tx, row);
        await audit(context, tx, 'sso_provider_updated', null, { provider_id: row.id });
        return stored(tx, row.id);
      })
      .catch(rethrowTaken);
    return present(changed);
  });

  app.delete('/admin/sso/providers/:id', async (request) => {
    const context = samlContext(request);
    return context.db.transaction(async (tx) => {
      const provider = await named(tx, request);
      await deleteProvider(tx, provider.id);
      await audit(context, tx, 'sso_provider_deleted', null, { provider_id: provider.id });
      return present(provider);
    });
  });
}

async function withMetadata(
  context: AuthContext,
  provider: SsoProvider,
  source: MetadataSource,
): Promise<SsoProvider> {
  const xml = 'xml' in source ? source.xml : await fetchMetadata(context, source.url);
  const { entityId } = readGivenMetadata(xml);
  return {
    ...provider,
    saml: {
      ...provider.saml,
      entity_id: entityId,
      metadata_xml: xml,
      metadata_url: 'url' in source ? source.url : null,
      updated_at: context.now.toISOString(),
    },
  };
}

const RESOURCE = 'resource_';

/** By its id, or by `resource_` and the name that its owner gave it. */
async function named(db: Executor, request: FastifyRequest): Promise<SsoProvider> {
  const text = String((request.params as Record<string, unknown>).id ?? '');
  const id = asUuid(text);
  const found = text.startsWith(RESOURCE)
    ? await findProvider(db, 'resourceId', text.slice(RESOURCE.length))
    : id === null
      ? null
      : await findProvider(db, 'id', id);
  return found ?? notFound();
}

async function stored(db: Executor, id: string): Promise<SsoProvider> {
  return (await findProvider(db, 'id', id)) ?? notFound();
}

type Presented = Record<string, unknown> & { saml: Record<string, unknown> };

function present({
  resource_id,
  saml,
  created_at,
  updated_at,
  domains,
  ...provider
}: SsoProvider): Presented {
  const { metadata_url, name_id_format, created_at: _, updated_at: __, ...known } = saml;
  return {
    ...provider,
    ...(resource_id === null ? {} : { resource_id }),
    saml: {
      ...known,
      ...(metadata_url === null ? {} : { metadata_url }),
      ...(name_id_format === null ? {} : { name_id_format }),
    },
    domains: domains.map((domain) => ({ ...domain, ...times(domain) })),
    ...times({ created_at, updated_at }),
  };
}

function times({ created_at, updated_at }: { created_at: string; updated_at: string }) {
  return {
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}

function withoutXml({ saml: { metadata_xml: _, ...saml }, ...provider }: Presented): Presented {
  return { ...provider, saml };
}

const UNIQUE_VIOLATION = '23505';

function rethrowTaken(error: unknown): never {
  if (!(error instanceof QueryError) || error.code !== UNIQUE_VIOLATION) throw error;
  if (error.constraint === 'sso_domains_domain_idx') throw new AuthError('sso_domain_already_exists');
  if (error.constraint === 'sso_providers_resource_id_idx')
    throw new AuthError('validation_failed', 'Another SSO provider has this resource_id');
  throw new AuthError('saml_idp_already_exists');
}

function notFound(): never {
  throw new AuthError('sso_provider_not_found');
}
