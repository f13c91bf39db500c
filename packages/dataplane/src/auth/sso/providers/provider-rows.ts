import { randomUUID } from 'node:crypto';
import type { Executor, Transaction } from '../../store/run-transaction.ts';
import type { TimeText } from '../../store/write-row.ts';
import type { AttributeMapping } from '../saml/describe-person.ts';

/** An identity provider of the project, from `auth.sso_providers` and the tables beside it. Times are ISO 8601. */
export interface SsoProvider {
  id: string;
  /** A name of its own that the project's owner gave it; null: none. */
  resource_id: string | null;
  disabled: boolean;
  created_at: string;
  updated_at: string;
  saml: {
    id: string;
    entity_id: string;
    metadata_xml: string;
    /** Where the metadata are fetched anew; null: they were given as text. */
    metadata_url: string | null;
    attribute_mapping: AttributeMapping;
    name_id_format: string | null;
    created_at: string;
    /** When the metadata were read last. */
    updated_at: string;
  };
  /** In lower case, in alphabetical order. */
  domains: { id: string; domain: string; created_at: string; updated_at: string }[];
}

const PROVIDERS = `
select jsonb_build_object(
  'id', p.id, 'resource_id', p.resource_id, 'disabled', coalesce(p.disabled, false), 'created_at', p.created_at,
  'updated_at', p.updated_at,
  'saml', to_jsonb(s) - 'sso_provider_id' || jsonb_build_object('attribute_mapping', coalesce(s.attribute_mapping, '{}')),
  'domains', (
    select coalesce(jsonb_agg(to_jsonb(d) - 'sso_provider_id' order by d.domain), '[]')
    from auth.sso_domains d where d.sso_provider_id = p.id
  )) as provider
from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;

interface Found {
  provider: SsoProvider;
}

export interface ProviderFilter {
  resourceId: string | null;
  resourceIdPrefix: string | null;
}

/** Oldest first. */
export async function listProviders(db: Executor, filter: ProviderFilter): Promise<SsoProvider[]> {
  const rows = await db.query<Found & Record<string, unknown>>(
    `${PROVIDERS} where ($1::text is null or lower(p.resource_id) = lower($1))
       and ($2::text is null or starts_with(p.resource_id, $2)) order by p.created_at, p.id`,
    [filter.resourceId, filter.resourceIdPrefix],
  );
  return rows.map(({ provider }) => provider);
}

const WHICH = {
  id: 'p.id = $1',
  resourceId: 'lower(p.resource_id) = lower($1)',
  entityId: 's.entity_id = $1',
  domain: 'p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = lower($1))',
} as const;

/** A provider, found by one of the things that only one has. */
export async function findProvider(
  db: Executor,
  by: keyof typeof WHICH,
  value: string,
): Promise<SsoProvider | null> {
  const rows = await db.query<Found & Record<string, unknown>>(`${PROVIDERS} where ${WHICH[by]}`, [value]);
  return rows[0]?.provider ?? null;
}

/** Writes a provider over the one with its id, if there is one. Domains that stay keep their rows. */
export async function writeProvider(tx: Transaction, provider: SsoProvider): Promise<void> {
  const { id, resource_id, disabled, created_at, updated_at, saml, domains } = provider;
  await tx.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set resource_id = excluded.resource_id, disabled = excluded.disabled,
       updated_at = excluded.updated_at`,
    [id, resource_id, disabled, created_at, updated_at],
  );
  await tx.query(
    `insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
       created_at, updated_at, name_id_format) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set metadata_xml = excluded.metadata_xml, metadata_url = excluded.metadata_url,
       attribute_mapping = excluded.attribute_mapping, updated_at = excluded.updated_at,
       name_id_format = excluded.name_id_format`,
    [
      ...[
        saml.id,
        id,
        saml.entity_id,
        saml.metadata_xml,
        saml.metadata_url,
        JSON.stringify(saml.attribute_mapping),
      ],
      ...[saml.created_at, saml.updated_at, saml.name_id_format],
    ],
  );
  await tx.query(
    'delete from auth.sso_domains where sso_provider_id = $1 and not (lower(domain) = any($2::text[]))',
    [id, domains.map(({ domain }) => domain)],
  );
  await tx.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, asked.domain, $3, $3 from unnest($2::text[]) as asked (domain)
     where not exists (select from auth.sso_domains d where d.sso_provider_id = $1 and lower(d.domain) = asked.domain)`,
    [id, domains.map(({ domain }) => domain), updated_at],
  );
}

/** Keeps metadata that were fetched anew. */
export async function keepMetadata(db: Executor, samlId: string, xml: string, now: Date): Promise<void> {
  await db.query('update auth.saml_providers set metadata_xml = $2, updated_at = $3 where id = $1', [
    samlId,
    xml,
    now.toISOString(),
  ]);
}

export async function deleteProvider(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.sso_providers where id = $1', [id]);
}

/** A row of `auth.saml_relay_states`: a sign-in that is under way at an identity provider. */
export interface RelayState {
  id: string;
  sso_provider_id: string;
  request_id: string;
  redirect_to: string | null;
  flow_state_id: string | null;
  created_at: TimeText;
}

export async function insertRelayState(
  db: Executor,
  now: Date,
  state: Pick<RelayState, 'sso_provider_id' | 'request_id' | 'redirect_to' | 'flow_state_id'>,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, state.sso_provider_id, state.request_id, state.redirect_to, state.flow_state_id, now.toISOString()],
  );
  return id;
}

/** Takes the row away, so that a second answer finds nothing. */
export async function takeRelayState(db: Executor, id: string): Promise<RelayState | null> {
  const rows = await db.query<RelayState>('delete from auth.saml_relay_states where id = $1 returning *', [
    id,
  ]);
  return rows[0] ?? null;
}

/** Some of those whose people never came back. */
export async function deleteOldRelayStates(db: Executor, before: Date): Promise<void> {
  await db.query(
    `delete from auth.saml_relay_states where id in
       (select id from auth.saml_relay_states where created_at < $1 limit 100 for update skip locked)`,
    [before.toISOString()],
  );
}
