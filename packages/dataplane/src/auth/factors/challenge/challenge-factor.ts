import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { SmsMessage } from '../../sms/sms-port.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { FactorActor } from '../require-factor-actor.ts';
import { deleteOldChallenges, insertChallenge } from '../store/challenge-rows.ts';
import { findFactor, noteChallenged } from '../store/factor-rows.ts';
import { checkVerificationEnabled } from '../verification-enabled.ts';
import { challengeEnd } from './challenge-life.ts';
import { clientAddress } from './client-address.ts';
import { sendFactorCode } from './send-factor-code.ts';

const KEEP_MS = 3_600_000;

/**
 * Gives out a challenge for a factor, good for one proof; for a phone it sends the code. Returns the body of the answer.
 * Throws `mfa_factor_not_found`, `mfa_…_verify_not_enabled`, and for phones what sending throws.
 */
export async function challengeFactor(
  context: AuthContext,
  tx: Transaction,
  { user }: FactorActor,
  factorId: string,
  channel: SmsMessage['channel'],
): Promise<object> {
  const { now, settings } = context;
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  checkVerificationEnabled(factor.factor_type, settings);
  const otpCode = factor.factor_type === 'phone' ? await sendFactorCode(context, tx, factor, channel) : null;
  await deleteOldChallenges(tx, factor.id, new Date(now.getTime() - KEEP_MS));
  const challenge = await insertChallenge(tx, now, {
    factor_id: factor.id,
    ip_address: clientAddress(context),
    otp_code: otpCode,
  });
  await noteChallenged(tx, now, factor.id);
  await audit(context, tx, 'challenge_created', user, { factor_id: factor.id });
  return {
    id: challenge.id,
    type: factor.factor_type,
    expires_at: Math.floor(challengeEnd(challenge.created_at) / 1000),
  };
}
