import { randomUUID } from 'node:crypto';
import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, type TimeText } from '../../store/write-row.ts';

/** A row of `auth.mfa_challenges`. */
export interface ChallengeRow {
  id: string;
  factor_id: string;
  created_at: TimeText;
  verified_at: TimeText;
  /** As the client's address was when it asked. */
  ip_address: string;
  /** Phone: hash of the code that was sent. TOTP: the time step of the code that was accepted. */
  otp_code: string | null;
  /** What a security key has to sign. */
  web_authn_session_data: { challenge: string } | null;
}

export function insertChallenge(
  db: Executor,
  now: Date,
  columns: Pick<ChallengeRow, 'factor_id' | 'ip_address' | 'otp_code' | 'web_authn_session_data'>,
): Promise<ChallengeRow> {
  return insertRow<ChallengeRow>(db, 'mfa_challenges', {
    id: randomUUID(),
    created_at: now.toISOString(),
    ...columns,
  });
}

/** The challenge, and whether it was asked for from this very address. */
export async function findChallenge(
  db: Executor,
  factorId: string,
  id: string,
  ip: string,
): Promise<(ChallengeRow & { same_ip: boolean }) | null> {
  const rows = await db.query<ChallengeRow & { same_ip: boolean }>(
    `select id, factor_id, created_at, verified_at, host(ip_address) as ip_address, otp_code, web_authn_session_data,
       host(ip_address) = host($3::inet) as same_ip
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, ip],
  );
  return rows[0] ?? null;
}

export async function markVerified(db: Executor, now: Date, id: string, otpCode: string): Promise<void> {
  await db.query('update auth.mfa_challenges set verified_at = $2, otp_code = $3 where id = $1', [
    id,
    now.toISOString(),
    otpCode,
  ]);
}

/** Whether a challenge of this factor was already passed with this code. */
export async function wasAccepted(db: Executor, factorId: string, otpCode: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from auth.mfa_challenges where factor_id = $1 and otp_code = $2 and verified_at is not null limit 1`,
    [factorId, otpCode],
  );
  return rows.length > 0;
}

export async function deleteChallenge(db: Executor, id: string): Promise<void> {
  await db.query('delete from auth.mfa_challenges where id = $1', [id]);
}

/** Challenges nobody can use any more. Those that were passed stay until their code can be no good to anybody. */
export async function deleteOldChallenges(db: Executor, factorId: string, before: Date): Promise<void> {
  await db.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
    factorId,
    before.toISOString(),
  ]);
}
