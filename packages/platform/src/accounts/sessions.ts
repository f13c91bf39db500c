import type { AccountSession } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, Visitor } from '../kernel/ports.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { hashToken, newSessionToken } from '../kernel/tokens.ts';
import { noteUse } from './note-use.ts';

const LIFETIME_MS = 30 * 24 * 3_600_000;
const USER_AGENT_LENGTH = 400;

export interface NewSession {
  token: string;
  expiresAt: Date;
}

/**
 * Signs somebody in whose password was verified.
 * @param account as it was then
 * @throws PlatformError `unauthorized` when its password has been changed since: whoever did that has ended all sessions, and
 *   this one would begin after them
 */
export async function startSession(
  db: Database,
  account: Pick<AccountRow, 'id' | 'email' | 'password_hash'>,
  { ip, userAgent }: Visitor,
): Promise<NewSession> {
  const token = newSessionToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  await db.transaction().execute(async (transaction) => {
    // With the row's lock: a change of the password comes before this as a whole, or after it and ends this session.
    const stillHolds = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst();
    if (stillHolds === undefined)
      throw new PlatformError('unauthorized', 'The password of this account has just been changed.');
    await transaction
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        account_id: account.id,
        expires_at: expiresAt,
        last_seen_at: new Date(),
        user_agent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
        ip,
      })
      .execute();
    await recordChange(transaction, { by: account });
  });
  return { token, expiresAt };
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Who a session cookie belongs to; null when it is unknown or has expired. Its use is noted at most once a minute. */
export async function actorOfSession(db: Database, token: string, visitor: Visitor): Promise<Actor | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email', 'sessions.id as session_id', 'sessions.last_seen_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (row === undefined) return null;
  await noteUse(db, 'sessions', { id: row.session_id, notedAt: row.last_seen_at, ip: visitor.ip });
  const credential = { kind: 'session', id: row.session_id, name: null, limit: null } as const;
  return { accountId: row.id, email: row.email, credential, ...visitor };
}

/** Where somebody is signed in, this session first and then those seen last. `current` is the token of the call. */
export async function listSessions(
  db: Database,
  accountId: string,
  current: string | null,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', new Date())
    .orderBy((row) => row.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .execute();
  const own = current === null ? null : hashToken(current);
  return rows
    .map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
      user_agent: row.user_agent,
      ip: row.ip,
      is_current: own?.equals(row.token_hash) ?? false,
    }))
    .sort((one, other) => Number(other.is_current) - Number(one.is_current));
}

/** Ends one session of an account. @throws PlatformError `not_found` */
export async function deleteSession(db: Database, accountId: string, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (deleted === undefined) throw new PlatformError('not_found', 'There is no session with this id.');
    await recordChange(transaction, {});
  });
}

/** Ends the sessions of an account but the one with this token; all of them without a token. */
export async function endOtherSessions(
  db: Database | Transaction,
  accountId: string,
  current: string | null,
): Promise<void> {
  let doomed = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (current !== null) doomed = doomed.where('token_hash', '!=', hashToken(current));
  await doomed.execute();
}
