import type { ThirdPartyAuth } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ThirdPartyAuthRow } from '../kernel/schema.ts';
import type { KeySource } from './resolve-keys.ts';

/** Oldest first. */
export function listThirdParties(
  db: Database | Transaction,
  projectId: number,
): Promise<ThirdPartyAuthRow[]> {
  return db
    .selectFrom('third_party_auth')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute();
}

export const noSuchThirdParty = () =>
  new PlatformError('not_found', 'There is no third-party integration with this id.');

export function presentThirdParty(row: ThirdPartyAuthRow): ThirdPartyAuth {
  const { id, oidc_issuer_url, jwks_url, custom_jwks, resolved_jwks } = row;
  return {
    id,
    type: typeOf(row),
    oidc_issuer_url,
    jwks_url,
    custom_jwks,
    resolved_jwks,
    inserted_at: row.inserted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    resolved_at: row.resolved_at.toISOString(),
  };
}

function typeOf({ jwks_url, custom_jwks }: KeySource): ThirdPartyAuth['type'] {
  if (custom_jwks !== null) return 'custom';
  return jwks_url === null ? 'oidc' : 'jwks';
}

/** Whose tokens a project takes, a copy of it takes too. */
export async function copyThirdParties(transaction: Transaction, from: number, to: number): Promise<void> {
  await sql`
    insert into third_party_auth (project_id, oidc_issuer_url, jwks_url, custom_jwks, resolved_jwks, resolved_at, tried_at)
    select ${to}::bigint, oidc_issuer_url, jwks_url, custom_jwks, resolved_jwks, resolved_at, tried_at
    from third_party_auth where project_id = ${from}`.execute(transaction);
}
