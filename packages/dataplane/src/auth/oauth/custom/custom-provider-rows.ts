import type { Executor } from '../../store/run-transaction.ts';

/** A row of `auth.custom_oauth_providers`: a provider that the project's owner describes. */
export interface CustomProviderRow {
  id: string;
  provider_type: 'oauth2' | 'oidc';
  /** `custom:…` */
  identifier: string;
  name: string;
  client_id: string;
  client_secret: string;
  acceptable_client_ids: string[];
  scopes: string[];
  pkce_enabled: boolean;
  /** What of a user is read from which claim. */
  attribute_mapping: Record<string, unknown>;
  authorization_params: Record<string, string>;
  /** Claims that are kept as they came. */
  custom_claims_allowlist: string[];
  enabled: boolean;
  email_optional: boolean;
  skip_nonce_check: boolean;
  issuer: string | null;
  discovery_url: string | null;
  /** What the issuer said about itself when it was saved. */
  cached_discovery: Record<string, unknown> | null;
  discovery_cached_at: string | null;
  authorization_url: string | null;
  token_url: string | null;
  userinfo_url: string | null;
  jwks_uri: string | null;
  created_at: string;
  updated_at: string;
}

interface Found {
  provider: CustomProviderRow;
}

export async function listCustomProviders(db: Executor, type: string | null): Promise<CustomProviderRow[]> {
  const rows = await db.query<Found & Record<string, unknown>>(
    `select to_jsonb(p) as provider from auth.custom_oauth_providers p
     where $1::text is null or p.provider_type = $1 order by p.created_at, p.id`,
    [type],
  );
  return rows.map(({ provider }) => provider);
}

export async function findCustomProvider(
  db: Executor,
  identifier: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<CustomProviderRow | null> {
  const rows = await db.query<Found & Record<string, unknown>>(
    `select to_jsonb(p) as provider from auth.custom_oauth_providers p
     where p.identifier = $1 ${lock ? 'for update' : ''}`,
    [identifier],
  );
  return rows[0]?.provider ?? null;
}

/** Writes a row over the one with its id, if there is one. */
export async function writeCustomProvider(db: Executor, row: CustomProviderRow): Promise<void> {
  await db.query('delete from auth.custom_oauth_providers where id = $1', [row.id]);
  await db.query(
    `insert into auth.custom_oauth_providers
     select * from pg_catalog.jsonb_populate_record(null::auth.custom_oauth_providers, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

export async function deleteCustomProvider(db: Executor, identifier: string): Promise<boolean> {
  const rows = await db.query('delete from auth.custom_oauth_providers where identifier = $1 returning id', [
    identifier,
  ]);
  return rows.length > 0;
}
