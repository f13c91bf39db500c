import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { issueToken, tokenColumns } from '../one-time-tokens/issue-token.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import { checkFrequency } from '../rate-limits/send-frequency.ts';
import { type SmsKind, smsTestCode } from '../sms/sms-port.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { deliverCode } from './deliver-code.ts';
import { takeBackSentAt } from './deliver-mail.ts';

export type Channel = 'sms' | 'whatsapp';

const TOKENS = {
  confirmation: 'confirmation_token',
  otp: 'confirmation_token',
  phone_change: 'phone_change_token',
  reauthentication: 'reauthentication_token',
} as const satisfies Partial<Record<SmsKind, OneTimeTokenType>>;

/** The channel that a request names; `sms` when it names none. Throws `validation_failed`. */
export function readChannel(text: string | null): Channel {
  if (text === null || text === '' || text === 'sms') return 'sms';
  if (text === 'whatsapp') return text;
  throw new AuthError('validation_failed', 'Invalid channel, supported values are "sms" and "whatsapp".');
}

/** Sends a user a code to type in. Throws `over_sms_send_rate_limit`, `sms_send_failed`. */
export async function sendCode(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { purpose, phone, channel }: { purpose: keyof typeof TOKENS; phone: string; channel: Channel },
): Promise<{ messageId: string | null }> {
  const type = TOKENS[purpose];
  const { sentAt } = tokenColumns(type);
  checkFrequency(context, 'sms', user[sentAt]);
  limitMessages(context, 'sms');
  const issued = await issueToken(context, tx, user.id, {
    type,
    address: phone,
    length: context.settings.sms_otp_length,
    fixedOtp: smsTestCode(context.settings, phone) ?? undefined,
  });
  const message = { kind: purpose, to: phone, code: issued.otp, channel };
  return deliverCode(context, tx, issued.user, message, () => takeBackSentAt(context, issued.user, sentAt));
}

/** The answer of endpoints that may have sent a text message. */
export function messageAnswer({ messageId }: { messageId: string | null }): Record<string, string> {
  return messageId === null ? {} : { message_id: messageId };
}
