import type { AccessToken } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, Visitor } from '../kernel/ports.ts';
import type { AccessTokenRow } from '../kernel/schema.ts';
import { ACCESS_TOKEN, hashToken, newAccessToken } from '../kernel/tokens.ts';
import { noteUse } from './note-use.ts';

const ALIAS_LENGTH = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

interface NewToken {
  name: string;
  /** Whole days until it ends; null: it does not. */
  expiresInDays?: number | null | undefined;
  /** Made here if it is not given. */
  token?: string;
}

/** The one time the token itself is given out; afterwards only its hash is known. */
export async function createAccessToken(
  transaction: Transaction,
  accountId: string,
  { name, expiresInDays = null, token = newAccessToken() }: NewToken,
): Promise<AccessToken & { token: string }> {
  const row = await transaction
    .insertInto('access_tokens')
    .values({
      account_id: accountId,
      name,
      token_hash: hashToken(token),
      token_alias: `${token.slice(0, ALIAS_LENGTH)}…`,
      expires_at: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(transaction, { after: { id: row.id, name, expires_at: row.expires_at } });
  return { ...presentAccessToken(row), token };
}

export async function listAccessTokens(db: Database, accountId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(presentAccessToken);
}

export async function deleteAccessToken(db: Database, accountId: string, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('access_tokens')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['name', 'expires_at'])
      .executeTakeFirst();
    if (deleted === undefined) throw new PlatformError('not_found', 'There is no access token with this id.');
    await recordChange(transaction, { before: deleted });
  });
}

/**
 * Who a personal access token belongs to; null when nobody. Its last use is noted at most once a minute.
 * @throws PlatformError `unauthorized` when it has expired: whoever has it may know that it was one
 */
export async function actorOfAccessToken(
  db: Database,
  token: string,
  visitor: Visitor,
): Promise<Actor | null> {
  if (!ACCESS_TOKEN.test(token)) return null;
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'access_tokens.id as token_id',
      'name',
      'last_used_at',
      'expires_at',
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.expires_at !== null && row.expires_at.getTime() <= Date.now())
    throw new PlatformError(
      'unauthorized',
      'This access token has expired. Create a new one in the dashboard.',
    );
  await noteUse(db, 'access_tokens', { id: row.token_id, notedAt: row.last_used_at });
  const credential = { kind: 'token', id: row.token_id, name: row.name } as const;
  return { accountId: row.id, email: row.email, credential, ...visitor };
}

function presentAccessToken(row: AccessTokenRow): AccessToken {
  return {
    id: row.id,
    name: row.name,
    token_alias: row.token_alias,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
