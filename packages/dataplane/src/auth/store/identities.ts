import type { Executor } from './run-transaction.ts';
import { insertRow, type TimeText, updateRow } from './write-row.ts';

/** A row of `auth.identities`: one way in which a user is known to a provider. */
export interface IdentityRow {
  /** Ours. */
  id: string;
  /** The provider's id of the user; for `email` and `phone` the user's id. */
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: TimeText;
  created_at: TimeText;
  updated_at: TimeText;
  /** Generated from `identity_data`. */
  readonly email: string | null;
}

export function listIdentities(db: Executor, userId: string): Promise<IdentityRow[]> {
  return db.query('select * from auth.identities where user_id = $1 order by created_at, id', [userId]);
}

export async function findIdentity(
  db: Executor,
  provider: string,
  providerId: string,
): Promise<IdentityRow | null> {
  const rows = await db.query<IdentityRow>(
    'select * from auth.identities where provider = $1 and provider_id = $2',
    [provider, providerId],
  );
  return rows[0] ?? null;
}

export function insertIdentity(
  db: Executor,
  now: Date,
  columns: Pick<IdentityRow, 'provider' | 'provider_id' | 'user_id' | 'identity_data'>,
): Promise<IdentityRow> {
  const time = now.toISOString();
  return insertRow<IdentityRow>(db, 'identities', {
    ...columns,
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  });
}

export function updateIdentity(
  db: Executor,
  now: Date,
  id: string,
  changes: Partial<Pick<IdentityRow, 'identity_data' | 'last_sign_in_at' | 'provider_id'>>,
): Promise<IdentityRow | null> {
  return updateRow<IdentityRow>(db, 'identities', id, { ...changes, updated_at: now.toISOString() });
}

export async function deleteIdentity(db: Executor, id: string): Promise<void> {
  await db.query('delete from auth.identities where id = $1', [id]);
}
