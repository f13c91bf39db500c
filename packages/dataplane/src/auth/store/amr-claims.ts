import { randomUUID } from 'node:crypto';
import type { Executor } from './run-transaction.ts';

/** A row of `auth.mfa_amr_claims`: how and when the user of a session proved who they are. */
export interface AmrClaimRow {
  session_id: string;
  created_at: string;
  updated_at: string;
  authentication_method: string;
}

/** Newest first. */
export function listAmrClaims(db: Executor, sessionId: string): Promise<AmrClaimRow[]> {
  return db.query(
    `select session_id, created_at, updated_at, authentication_method from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc, created_at desc`,
    [sessionId],
  );
}

/** Notes a proof; the same method again counts from now. */
export async function noteAmrClaim(
  db: Executor,
  now: Date,
  sessionId: string,
  method: string,
): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, method, now.toISOString()],
  );
}
