import { randomUUID } from 'node:crypto';
import type { Executor } from '../../store/run-transaction.ts';
import type { ClientRow } from '../clients/client-rows.ts';

/** Something that a user allowed an application, and has not taken back. */
type GrantRow = Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'> & {
  scopes: string;
  granted_at: string;
};

/** The scopes that a user allows a client now, separated by spaces; empty when there are none. */
export async function consentedScopes(db: Executor, userId: string, clientId: string): Promise<string> {
  const rows = await db.query<{ scopes: string }>(
    'select scopes from auth.oauth_consents where user_id = $1 and client_id = $2 and revoked_at is null',
    [userId, clientId],
  );
  return rows[0]?.scopes ?? '';
}

/** Allows a client these scopes in place of earlier ones. */
export async function putConsent(
  db: Executor,
  now: Date,
  { userId, clientId, scopes }: { userId: string; clientId: string; scopes: string },
): Promise<void> {
  await db.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, client_id)
       do update set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`,
    [randomUUID(), userId, clientId, scopes, now.toISOString()],
  );
}

export function listGrants(db: Executor, userId: string): Promise<GrantRow[]> {
  return db.query(
    `select c.id, c.client_name, c.client_uri, c.logo_uri, g.scopes, g.granted_at
     from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id
     where g.user_id = $1 and g.revoked_at is null and c.deleted_at is null
     order by g.granted_at desc, c.id`,
    [userId],
  );
}

/** Takes back what a user allowed a client, and ends what it was given. Answers whether there was anything. */
export async function revokeConsent(
  db: Executor,
  now: Date,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const rows = await db.query(
    `update auth.oauth_consents set revoked_at = greatest($3::timestamptz, granted_at)
     where user_id = $1 and client_id = $2 and revoked_at is null returning id`,
    [userId, clientId, now.toISOString()],
  );
  for (const table of ['sessions', 'oauth_authorizations'] as const) {
    const column = table === 'sessions' ? 'oauth_client_id' : 'client_id';
    await db.query(`delete from auth.${table} where user_id = $1 and ${column} = $2`, [userId, clientId]);
  }
  return rows.length > 0;
}
