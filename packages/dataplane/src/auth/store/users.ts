import { randomUUID } from 'node:crypto';
import type { OneTimeTokenType } from './one-time-tokens.ts';
import type { Executor } from './run-transaction.ts';
import { INSTANCE_ID, type UserChanges, type UserRow } from './user-row.ts';
import { insertRow, updateRow } from './write-row.ts';

interface FindOptions {
  /** Keep others from changing the row until the transaction ends. */
  lock?: boolean;
}

export function findUserById(db: Executor, id: string, { lock }: FindOptions = {}): Promise<UserRow | null> {
  return first(db, `select * from auth.users where id = $1 ${lock ? 'for update' : ''}`, id);
}

/**
 * The user who signs in with this address (lower case). Rows that users inserted may have upper case and no instance.
 * Accounts of single sign-on have addresses too, but are not found by them.
 */
export function findUserByEmail(
  db: Executor,
  email: string,
  { lock }: FindOptions = {},
): Promise<UserRow | null> {
  // Three index lookups: the exact address, and its lower case form with and without the instance.
  return first(
    db,
    `select * from auth.users
     where is_sso_user = false and (email = $1
       or (instance_id = '${INSTANCE_ID}' and lower(email) = $1) or (instance_id is null and lower(email) = $1))
     order by email = $1 desc, created_at limit 1 ${lock ? 'for update' : ''}`,
    email,
  );
}

/** By the digits of a phone number, without `+`. */
export function findUserByPhone(
  db: Executor,
  phone: string,
  { lock }: FindOptions = {},
): Promise<UserRow | null> {
  return first(
    db,
    `select * from auth.users where phone in ($1, '+' || $1) and is_sso_user = false
     order by phone = $1 desc limit 1 ${lock ? 'for update' : ''}`,
    phone,
  );
}

/** Users who have been sent a token of this type to this address, newest first: several may have asked for the same one. */
export function listUsersByToken(
  db: Executor,
  type: OneTimeTokenType,
  relatesTo: string,
): Promise<UserRow[]> {
  return db.query(
    `select u.* from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where t.relates_to = $1 and t.token_type::text = $2 and u.is_sso_user = false
     order by t.updated_at desc limit 10 for update of u`,
    [relatesTo, type],
  );
}

/** The columns of a new row. What is not given gets the value that other software expects to find: '' for tokens, not null. */
export function newUserColumns(now: Date, columns: NewUserColumns) {
  const time = now.toISOString();
  return {
    instance_id: INSTANCE_ID,
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change: '',
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    created_at: time,
    updated_at: time,
    ...columns,
  };
}
export type NewUserColumns = UserChanges & { id?: string };

/** A new row, as {@link newUserColumns} completes it. */
export function insertUser(db: Executor, now: Date, columns: NewUserColumns): Promise<UserRow> {
  return insertRow<UserRow>(db, 'users', newUserColumns(now, columns));
}

/** Changes a user and returns the new row. Throws when the user is gone, which the caller's lock rules out. */
export async function updateUser(
  db: Executor,
  now: Date,
  id: string,
  changes: UserChanges,
): Promise<UserRow> {
  const row = await updateRow<UserRow>(db, 'users', id, { ...changes, updated_at: now.toISOString() });
  if (!row) throw new Error(`There is no user ${id} to change.`);
  return row;
}

async function first(db: Executor, sql: string, parameter: string): Promise<UserRow | null> {
  return (await db.query<UserRow>(sql, [parameter]))[0] ?? null;
}
