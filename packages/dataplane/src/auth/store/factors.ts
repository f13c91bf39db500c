import type { Executor } from './run-transaction.ts';
import type { TimeText } from './write-row.ts';

/** A row of `auth.mfa_factors`. */
export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'webauthn' | 'phone';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
  /** Never shown after enrolling. */
  secret: string | null;
  phone: string | null;
  last_challenged_at: TimeText;
}

export function listFactors(db: Executor, userId: string): Promise<FactorRow[]> {
  return db.query(
    `select id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at
     from auth.mfa_factors where user_id = $1 order by created_at, id`,
    [userId],
  );
}
