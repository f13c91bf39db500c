import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../kernel/open-database.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { OpenIdSettings } from '../kernel/settings.ts';

export function readProvider(db: Database, organizationId: number) {
  return db
    .selectFrom('open_id_providers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** All that the organization has named, verified or not. */
export function readDomains(db: Database, organizationId: number) {
  return db
    .selectFrom('open_id_domains')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute();
}

/** The organization whose provider speaks for the addresses of a domain; null: none does. */
export async function organizationOfDomain(db: Database, domain: string): Promise<number | null> {
  const row = await db
    .selectFrom('open_id_domains')
    .select('organization_id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.organization_id ?? null;
}

/** Whether any organization has a provider that speaks for somebody. */
export async function anyProvider(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('open_id_domains')
    .select('domain')
    .where('verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Providers as they were read last: the same one is the same object, by which is known what its issuer says of itself. */
const known = new WeakMap<Database, Map<number, OpenIdSettings>>();

function asKnown(db: Database, organizationId: number, read: OpenIdSettings): OpenIdSettings {
  const providers = known.get(db) ?? new Map<number, OpenIdSettings>();
  known.set(db, providers);
  const former = providers.get(organizationId);
  if (former !== undefined && isDeepStrictEqual(former, read)) return former;
  providers.set(organizationId, read);
  return read;
}

/** The provider of an organization, for the domains that are verified now; null: it has none. */
export async function usableProvider(
  db: Database,
  secrets: SecretBox,
  organizationId: number,
): Promise<OpenIdSettings | null> {
  const row = await readProvider(db, organizationId);
  if (row === undefined) return null;
  const domains = await readDomains(db, organizationId);
  return asKnown(db, organizationId, {
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secrets.open(row.sealed_secret),
    domains: domains.filter(({ verified_at }) => verified_at !== null).map(({ domain }) => domain),
    name: row.name,
  });
}
