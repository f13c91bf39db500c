import { randomInt, randomUUID } from 'node:crypto';
import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, type TimeText, updateRow } from '../../store/write-row.ts';

/** A row of `auth.oauth_authorizations`: an application asks to be let in, until its code is redeemed. */
export interface AuthorizationRow {
  id: string;
  authorization_id: string;
  client_id: string;
  user_id: string | null;
  redirect_uri: string;
  scope: string;
  state: string | null;
  resource: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  response_type: 'code';
  status: 'pending' | 'approved' | 'denied' | 'expired';
  authorization_code: string | null;
  created_at: TimeText;
  expires_at: TimeText;
  approved_at: TimeText;
  nonce: string | null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LIFE_MS = 600_000;
const KEEP_MS = 86_400_000;

/** Writes down what an application asks for, and forgets what is long over. */
export async function insertAuthorization(
  db: Executor,
  now: Date,
  columns: Pick<
    AuthorizationRow,
    | 'client_id'
    | 'redirect_uri'
    | 'scope'
    | 'state'
    | 'resource'
    | 'code_challenge'
    | 'code_challenge_method'
    | 'nonce'
  >,
): Promise<AuthorizationRow> {
  await db.query('delete from auth.oauth_authorizations where expires_at < $1', [
    new Date(now.getTime() - KEEP_MS).toISOString(),
  ]);
  return insertRow<AuthorizationRow>(db, 'oauth_authorizations', {
    ...columns,
    id: randomUUID(),
    authorization_id: Array.from({ length: 32 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
    status: 'pending',
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFE_MS).toISOString(),
  });
}

/** Locked: of two decisions at once the second sees the first. */
export async function findAuthorization(
  db: Executor,
  by: 'authorization_id' | 'authorization_code',
  value: string,
): Promise<AuthorizationRow | null> {
  const rows = await db.query<AuthorizationRow>(
    `select * from auth.oauth_authorizations where ${by} = $1 for update`,
    [value],
  );
  return rows[0] ?? null;
}

export function updateAuthorization(
  db: Executor,
  id: string,
  changes: Partial<Pick<AuthorizationRow, 'user_id' | 'status' | 'authorization_code' | 'approved_at'>>,
): Promise<AuthorizationRow | null> {
  return updateRow<AuthorizationRow>(db, 'oauth_authorizations', id, changes);
}

export async function deleteAuthorization(db: Executor, id: string): Promise<void> {
  await db.query('delete from auth.oauth_authorizations where id = $1', [id]);
}
