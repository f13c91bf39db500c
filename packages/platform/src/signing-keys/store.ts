import type { SigningKey } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { SigningKeyRow } from '../kernel/schema.ts';

function ofProject(db: Database, projectId: number) {
  return db.selectFrom('signing_keys').selectAll().where('project_id', '=', projectId);
}

/** Oldest first. */
export function listSigningKeys(db: Database, projectId: number): Promise<SigningKeyRow[]> {
  return ofProject(db, projectId).orderBy('created_at').orderBy('id').execute();
}

/** @throws PlatformError `not_found` */
export async function getSigningKey(db: Database, projectId: number, id: string): Promise<SigningKeyRow> {
  const row = await ofProject(db, projectId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no signing key with this id.');
  return row;
}

/** The JWT secret. */
export function getLegacyKey(db: Database, projectId: number): Promise<SigningKeyRow> {
  return ofProject(db, projectId).where('is_legacy', '=', true).executeTakeFirstOrThrow();
}

export function presentSigningKey(row: SigningKeyRow): SigningKey {
  return {
    id: row.id,
    algorithm: row.algorithm,
    status: row.status,
    public_jwk: row.public_jwk,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
