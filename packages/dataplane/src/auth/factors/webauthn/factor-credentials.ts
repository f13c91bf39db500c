import type { Credential } from '@basalt/network/webauthn';
import type { Executor } from '../../store/run-transaction.ts';
import { fromStored, type StoredCredential, toStored } from './stored-credential.ts';

/** A security key that counts as a second factor. */
export interface FactorCredential {
  factorId: string;
  credential: Credential;
}

/** The verified security keys of a user, locked, so that uses of each follow each other. */
export async function lockFactorCredentials(db: Executor, userId: string): Promise<FactorCredential[]> {
  const rows = await db.query<{ id: string; web_authn_credential: StoredCredential }>(
    `select id, web_authn_credential from auth.mfa_factors
     where user_id = $1 and factor_type = 'webauthn' and status = 'verified' and web_authn_credential is not null
     order by id for update`,
    [userId],
  );
  return rows.map((row) => ({ factorId: row.id, credential: fromStored(row.web_authn_credential) }));
}

export async function storeFactorCredential(
  db: Executor,
  now: Date,
  factorId: string,
  credential: Credential,
): Promise<void> {
  await db.query(
    `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, updated_at = $4 where id = $1`,
    [factorId, JSON.stringify(toStored(credential)), credential.aaguid, now.toISOString()],
  );
}
