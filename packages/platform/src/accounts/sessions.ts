import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { hashToken, newSessionToken } from '../kernel/tokens.ts';

const LIFETIME_MS = 30 * 24 * 3_600_000;

export interface NewSession {
  token: string;
  expiresAt: Date;
}

export async function startSession(db: Database, accountId: string): Promise<NewSession> {
  const token = newSessionToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), account_id: accountId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Who a session cookie belongs to; null when it is unknown or has expired. */
export async function actorOfSession(db: Database, token: string): Promise<Actor | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row === undefined ? null : { accountId: row.id, email: row.email };
}
