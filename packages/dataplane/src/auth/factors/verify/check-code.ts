import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { fitsOtp } from '../../one-time-tokens/make-token.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/transaction.ts';
import { type ChallengeRow, wasAccepted } from '../store/challenge-rows.ts';
import { matchTotp } from '../totp/totp-secret.ts';

/**
 * Checks the digits somebody typed in. Returns what to note with the challenge, so that the same digits are not taken a
 * second time. The factor's row must be locked. Throws `mfa_verification_failed`.
 */
export async function checkCode(
  { now }: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): Promise<string> {
  if (factor.factor_type === 'phone') {
    if (fitsOtp(challenge.otp_code, factor.phone ?? '', code)) return '';
    throw new AuthError('mfa_verification_failed', 'Invalid MFA Phone code entered');
  }
  const step = matchTotp(factor.secret ?? '', code, now.getTime());
  if (step === null) throw new AuthError('mfa_verification_failed', 'Invalid TOTP code entered');
  const accepted = `step ${step}`;
  if (await wasAccepted(tx, factor.id, accepted)) {
    const message = 'This TOTP code was used already. Wait for the next one.';
    throw new AuthError('mfa_verification_failed', message);
  }
  return accepted;
}
