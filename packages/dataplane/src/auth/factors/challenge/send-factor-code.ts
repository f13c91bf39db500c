import type { AuthContext } from '../../auth-context.ts';
import { newOtp, otpHash } from '../../one-time-tokens/make-token.ts';
import { limitMessages } from '../../rate-limits/check-limits.ts';
import { checkFrequency } from '../../rate-limits/send-frequency.ts';
import type { SmsMessage } from '../../sms/sms-port.ts';
import { smsTestCode } from '../../sms/test-code.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/transaction.ts';
import { forgetChallenged } from '../store/factor-rows.ts';

/**
 * Sends a code to the factor's phone and returns what is stored of it. Numbers with a code for tests get no message.
 * Throws `over_sms_send_rate_limit`, `sms_send_failed`.
 */
export async function sendFactorCode(
  context: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  channel: SmsMessage['channel'],
): Promise<string> {
  const phone = factor.phone ?? '';
  const agreed = smsTestCode(context.settings, phone);
  if (agreed !== null) return otpHash(phone, agreed);
  checkFrequency(context, 'sms', factor.last_challenged_at);
  limitMessages(context, 'sms');
  const code = newOtp(context.settings.sms_otp_length);
  const message = { kind: 'mfa', to: phone, code, channel } as const;
  await context.services.sendSms(context.project, tx, message, () =>
    forgetChallenged(context.db, context.now, factor.id),
  );
  return otpHash(phone, code);
}
