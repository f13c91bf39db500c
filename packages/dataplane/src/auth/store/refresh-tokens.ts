import type { Executor } from './run-transaction.ts';
import { INSTANCE_ID } from './user-row.ts';
import { insertRow, type TimeText } from './write-row.ts';

/** A row of `auth.refresh_tokens`. */
export interface RefreshTokenRow {
  id: number;
  token: string;
  user_id: string | null;
  revoked: boolean | null;
  created_at: TimeText;
  updated_at: TimeText;
  /** The token it replaced. */
  parent: string | null;
  session_id: string | null;
}

export async function findRefreshToken(db: Executor, token: string): Promise<RefreshTokenRow | null> {
  const rows = await db.query<RefreshTokenRow>('select * from auth.refresh_tokens where token = $1', [token]);
  return rows[0] ?? null;
}

/** The token of a session that has not been used yet. */
export async function findActiveToken(db: Executor, sessionId: string): Promise<RefreshTokenRow | null> {
  const rows = await db.query<RefreshTokenRow>(
    `select * from auth.refresh_tokens where session_id = $1 and revoked is not true order by id desc limit 1`,
    [sessionId],
  );
  return rows[0] ?? null;
}

export function insertRefreshToken(
  db: Executor,
  now: Date,
  columns: Pick<RefreshTokenRow, 'token' | 'parent'> & { user_id: string; session_id: string },
): Promise<RefreshTokenRow> {
  const time = now.toISOString();
  return insertRow<RefreshTokenRow>(db, 'refresh_tokens', {
    instance_id: INSTANCE_ID,
    revoked: false,
    created_at: time,
    updated_at: time,
    ...columns,
  });
}

/** Revokes every token of a session that still counts. */
export async function revokeTokens(db: Executor, now: Date, sessionId: string): Promise<void> {
  await db.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $2
     where session_id = $1 and revoked is not true`,
    [sessionId, now.toISOString()],
  );
}
