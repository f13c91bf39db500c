import { randomUUID } from 'node:crypto';
import type { Executor } from './run-transaction.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

/** A row of `auth.one_time_tokens`: what a link carries. A user has one of each type. */
export interface OneTimeTokenRow {
  id: string;
  user_id: string;
  token_type: OneTimeTokenType;
  token_hash: string;
  relates_to: string;
}

export async function findOneTimeToken(
  db: Executor,
  hash: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeTokenRow | null> {
  const rows = await db.query<OneTimeTokenRow>(
    'select * from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2)',
    [hash, [...types]],
  );
  return rows[0] ?? null;
}

/** Stores a token in place of an earlier one of its type. `relatesTo`: the address it was sent to. */
export async function putOneTimeToken(
  db: Executor,
  now: Date,
  {
    userId,
    type,
    hash,
    relatesTo,
  }: { userId: string; type: OneTimeTokenType; hash: string; relatesTo: string },
): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, token_type) do update
       set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
           created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), userId, type, hash, relatesTo, now.toISOString()],
  );
}

export async function deleteOneTimeTokens(
  db: Executor,
  userId: string,
  types?: readonly OneTimeTokenType[],
): Promise<void> {
  if (types)
    await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any($2)', [
      userId,
      [...types],
    ]);
  else await db.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
