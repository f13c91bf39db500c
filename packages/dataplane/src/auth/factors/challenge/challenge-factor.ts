import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { deliverCode } from '../../messages/deliver-code.ts';
import { newOtp, otpHash } from '../../one-time-tokens/issue-token.ts';
import { limitMessages } from '../../rate-limits/check-limits.ts';
import { checkFrequency } from '../../rate-limits/send-frequency.ts';
import { type SmsMessage, smsTestCode } from '../../sms/sms-port.ts';
import { audit } from '../../store/audit-log.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { checkVerificationEnabled, type FactorActor } from '../require-factor-actor.ts';
import { deleteOldChallenges, insertChallenge } from '../store/challenge-rows.ts';
import { findFactor, forgetChallenged, noteChallenged } from '../store/factor-rows.ts';
import { challengeKey } from '../webauthn/challenge-key.ts';
import { challengeEnd, clientAddress } from './challenge-life.ts';

const KEEP_MS = 3_600_000;

/**
 * Gives out a challenge for a factor, good for one proof; for a phone it sends the code, for a security key it has what
 * the browser asks it. Returns the body of the answer.
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
  const otpCode =
    factor.factor_type === 'phone' ? await sendFactorCode(context, tx, { user, factor }, channel) : null;
  const key = factor.factor_type === 'webauthn' ? await challengeKey(context, tx, user, factor) : null;
  await deleteOldChallenges(tx, factor.id, new Date(now.getTime() - KEEP_MS));
  const challenge = await insertChallenge(tx, now, {
    factor_id: factor.id,
    ip_address: clientAddress(context),
    otp_code: otpCode,
    web_authn_session_data: key && { challenge: key.challenge },
  });
  await noteChallenged(tx, now, factor.id);
  await audit(context, tx, 'challenge_created', user, { factor_id: factor.id });
  return {
    id: challenge.id,
    type: factor.factor_type,
    expires_at: Math.floor(challengeEnd(challenge.created_at) / 1000),
    ...(key ? { webauthn: key.webauthn } : {}),
  };
}

/**
 * Sends a code to the factor's phone and returns what is stored of it. Numbers with a code for tests get no message.
 * Throws `over_sms_send_rate_limit`, `sms_send_failed`.
 */
async function sendFactorCode(
  context: AuthContext,
  tx: Transaction,
  { user, factor }: { user: UserRow; factor: FactorRow },
  channel: SmsMessage['channel'],
): Promise<string> {
  const phone = factor.phone ?? '';
  const agreed = smsTestCode(context.settings, phone);
  if (agreed !== null) return otpHash(phone, agreed);
  checkFrequency(context, 'sms', factor.last_challenged_at);
  limitMessages(context, 'sms');
  const code = newOtp(context.settings.sms_otp_length);
  const message = { kind: 'mfa', to: phone, code, channel } as const;
  await deliverCode(context, tx, user, message, () => forgetChallenged(context.db, context.now, factor.id));
  return otpHash(phone, code);
}
