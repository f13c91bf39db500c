import type { Credential, CredentialUse } from '@basalt/network/webauthn';
import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, type TimeText } from '../../store/write-row.ts';

/** A row of `auth.webauthn_credentials`. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  friendly_name: string;
  created_at: string;
  last_used_at: TimeText;
}

const COLUMNS = 'id, user_id, friendly_name, created_at, last_used_at';

/** Oldest first. */
export function listPasskeys(db: Executor, userId: string): Promise<PasskeyRow[]> {
  return db.query(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** What the user's authenticators are told about what they have. */
export async function listCredentialIds(
  db: Executor,
  userId: string,
): Promise<Pick<Credential, 'id' | 'transports'>[]> {
  const rows = await db.query<{ id: string; transports: string[] }>(
    `select encode(credential_id, 'hex') as id, transports from auth.webauthn_credentials where user_id = $1`,
    [userId],
  );
  return rows.map(({ id, transports }) => ({ id: Buffer.from(id, 'hex'), transports }));
}

export type PasskeyCredential = PasskeyRow & { credential: Credential };

interface CredentialRow extends PasskeyRow {
  credential_id: string;
  public_key: string;
  sign_count: number;
  transports: string[];
  backup_eligible: boolean;
  backed_up: boolean;
  aaguid: string | null;
  attestation_type: string;
}

/** The passkey with this credential, locked, so that its uses follow each other. */
export async function lockPasskey(db: Executor, credentialId: Buffer): Promise<PasskeyCredential | null> {
  const [row] = await db.query<CredentialRow>(
    `select ${COLUMNS}, encode(credential_id, 'hex') as credential_id, encode(public_key, 'hex') as public_key,
       sign_count::float8 as sign_count, transports, backup_eligible, backed_up, aaguid, attestation_type
     from auth.webauthn_credentials where credential_id = decode($1, 'hex') for update`,
    [credentialId.toString('hex')],
  );
  if (!row) return null;
  const credential = {
    id: Buffer.from(row.credential_id, 'hex'),
    publicKey: Buffer.from(row.public_key, 'hex'),
    signCount: row.sign_count,
    transports: row.transports,
    backupEligible: row.backup_eligible,
    backedUp: row.backed_up,
    aaguid: row.aaguid ?? '',
    attestation: row.attestation_type,
  };
  return { ...row, credential };
}

export function insertPasskey(
  db: Executor,
  now: Date,
  { userId, name, credential }: { userId: string; name: string; credential: Credential },
): Promise<PasskeyRow> {
  return insertRow<PasskeyRow>(db, 'webauthn_credentials', {
    user_id: userId,
    credential_id: `\\x${credential.id.toString('hex')}`,
    public_key: `\\x${credential.publicKey.toString('hex')}`,
    attestation_type: credential.attestation,
    aaguid: credential.aaguid,
    sign_count: credential.signCount,
    transports: credential.transports,
    backup_eligible: credential.backupEligible,
    backed_up: credential.backedUp,
    friendly_name: name,
    created_at: now,
    updated_at: now,
  });
}

export async function notePasskeyUse(
  db: Executor,
  now: Date,
  id: string,
  { signCount, backedUp }: CredentialUse,
): Promise<void> {
  await db.query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4
     where id = $1`,
    [id, signCount, backedUp, now.toISOString()],
  );
}

/** Null when the user has no such passkey. */
export async function renamePasskey(
  db: Executor,
  now: Date,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const rows = await db.query<PasskeyRow>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4 where id = $1 and user_id = $2
     returning ${COLUMNS}`,
    [id, userId, name, now.toISOString()],
  );
  return rows[0] ?? null;
}

/** Whether the user had such a passkey. */
export async function deletePasskey(db: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length > 0;
}
