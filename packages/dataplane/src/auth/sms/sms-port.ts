import type { AuthSettings, ProjectSnapshot, TwilioSettings } from '@basalt/project';
import type { Transaction } from '../store/run-transaction.ts';

export const SMS_KINDS = ['confirmation', 'otp', 'phone_change', 'reauthentication', 'mfa'] as const;
export type SmsKind = (typeof SMS_KINDS)[number];

export interface SmsMessage {
  kind: SmsKind;
  /** Digits with country code, without `+`. */
  to: string;
  code: string;
  channel: 'sms' | 'whatsapp';
}

/**
 * Throws `sms_send_failed`. The id is the provider's, null when it gives none. `takeBack` runs when the message fails after
 * the commit: a message that nobody got must not make its reader wait for the next.
 */
export type SendSms = (
  project: ProjectSnapshot,
  tx: Transaction,
  message: SmsMessage,
  takeBack: () => Promise<unknown>,
) => Promise<{ messageId: string | null }>;

/**
 * Whether a provider that makes the codes itself says that a code is right. The phone is as in `SmsMessage`. Throws
 * `unexpected_failure` when it cannot be asked.
 */
export type CheckSentCode = (settings: TwilioSettings, phone: string, code: string) => Promise<boolean>;

/** The code that the project's owner fixed for this phone number, for tests of apps; null for all others. */
export function smsTestCode(settings: Pick<AuthSettings, 'sms_test_otp'>, phone: string): string | null {
  const digits = withoutPlus(phone);
  const entry = Object.entries(settings.sms_test_otp).find(([number]) => withoutPlus(number) === digits);
  return entry?.[1] || null;
}

function withoutPlus(phone: string): string {
  return phone.trim().replace(/^\+/, '');
}
