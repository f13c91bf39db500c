import { randomUUID } from 'node:crypto';
import type { Executor } from './run-transaction.ts';
import { insertRow, type TimeText, updateRow } from './write-row.ts';

export type AssuranceLevel = 'aal1' | 'aal2' | 'aal3';

/** A row of `auth.sessions`. */
export interface SessionRow {
  id: string;
  user_id: string;
  created_at: TimeText;
  updated_at: TimeText;
  factor_id: string | null;
  aal: AssuranceLevel | null;
  not_after: TimeText;
  refreshed_at: TimeText;
  user_agent: string | null;
  ip: string | null;
  tag: string | null;
  oauth_client_id: string | null;
  scopes: string | null;
}
export type SessionChanges = Partial<Omit<SessionRow, 'id' | 'user_id' | 'created_at'>>;

export async function findSession(
  db: Executor,
  id: string,
  { lock }: { lock?: boolean } = {},
): Promise<SessionRow | null> {
  const rows = await db.query<SessionRow>(
    `select * from auth.sessions where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

export function listSessions(db: Executor, userId: string): Promise<SessionRow[]> {
  return db.query('select * from auth.sessions where user_id = $1 order by created_at desc, id', [userId]);
}

export function insertSession(
  db: Executor,
  now: Date,
  columns: Pick<SessionRow, 'user_id'> & SessionChanges,
): Promise<SessionRow> {
  const time = now.toISOString();
  return insertRow<SessionRow>(db, 'sessions', {
    id: randomUUID(),
    aal: 'aal1',
    created_at: time,
    updated_at: time,
    ...columns,
  });
}

export function updateSession(
  db: Executor,
  now: Date,
  id: string,
  changes: SessionChanges,
): Promise<SessionRow | null> {
  return updateRow<SessionRow>(db, 'sessions', id, { ...changes, updated_at: now.toISOString() });
}

/** Ends sessions of a user; their refresh tokens go with them. */
export async function deleteSessions(
  db: Executor,
  userId: string,
  which: { only: string } | { except: string } | 'all' = 'all',
): Promise<void> {
  if (which === 'all') await db.query('delete from auth.sessions where user_id = $1', [userId]);
  else if ('only' in which)
    await db.query('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only]);
  else await db.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, which.except]);
}

/** Whether the user signed in again, of the same kind and in the same application, after this session. */
export async function hasNewerSession(db: Executor, session: SessionRow): Promise<boolean> {
  const rows = await db.query(
    `select 1 from auth.sessions where user_id = $1 and tag is not distinct from $2 and oauth_client_id is not distinct from $5
       and (created_at, id) > ($3, $4) limit 1`,
    [session.user_id, session.tag, session.created_at, session.id, session.oauth_client_id],
  );
  return rows.length > 0;
}
