import type { Executor } from '../../store/run-transaction.ts';

/** Ends the user's sessions that were begun with less than two factors. Those that had both stay. */
export async function endWeakerSessions(db: Executor, userId: string): Promise<void> {
  await db.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2'`, [userId]);
}

/** Sessions that were raised by a factor fall back to one factor, as when it is taken away. */
export async function lowerSessions(db: Executor, now: Date, factorId: string): Promise<void> {
  const time = now.toISOString();
  await db.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims
     where session_id in (select id from lowered) and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')`,
    [factorId, time],
  );
}
