import type { AuthSettings } from '@basalt/project';

/** The code that the project's owner fixed for this phone number, for tests of apps; null for all others. */
export function smsTestCode(settings: Pick<AuthSettings, 'sms_test_otp'>, phone: string): string | null {
  const digits = withoutPlus(phone);
  const entry = Object.entries(settings.sms_test_otp).find(([number]) => withoutPlus(number) === digits);
  return entry?.[1] || null;
}

function withoutPlus(phone: string): string {
  return phone.trim().replace(/^\+/, '');
}
