import type { Database } from '../kernel/open-database.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { jwkToSecret } from './keys.ts';

/** A project's JWT secret and what hangs on it. */
export interface JwtSecret {
  secret: string;
  /** When the legacy keys were issued. */
  issuedAt: Date;
  /** False: the legacy keys are switched off, or the secret is revoked as a signing key. */
  keysEnabled: boolean;
}

export async function readJwtSecret(db: Database, secrets: SecretBox, projectId: number): Promise<JwtSecret> {
  const row = await db
    .selectFrom('signing_keys')
    .innerJoin('project_api_settings', 'project_api_settings.project_id', 'signing_keys.project_id')
    .select(['sealed_jwk', 'issued_at', 'status', 'legacy_keys_enabled'])
    .where('signing_keys.project_id', '=', projectId)
    .where('is_legacy', '=', true)
    .executeTakeFirstOrThrow();
  return {
    secret: jwkToSecret(JSON.parse(secrets.open(row.sealed_jwk))),
    issuedAt: row.issued_at ?? new Date(0),
    keysEnabled: row.legacy_keys_enabled && row.status !== 'revoked',
  };
}

export async function areLegacyKeysEnabled(db: Database, projectId: number): Promise<boolean> {
  const { legacy_keys_enabled } = await db
    .selectFrom('project_api_settings')
    .select('legacy_keys_enabled')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return legacy_keys_enabled;
}
