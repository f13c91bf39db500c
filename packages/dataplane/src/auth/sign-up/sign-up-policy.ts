import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import type { Address } from '../wire/address.ts';

/** Throws `signup_disabled`, `email_provider_disabled`, `phone_provider_disabled`. */
export function checkSignUpAllowed(settings: AuthSettings, { kind }: Address): void {
  if (settings.disable_signup) throw new AuthError('signup_disabled');
  if (kind === 'email' && !settings.external_email_enabled)
    throw new AuthError('email_provider_disabled', 'Email signups are disabled');
  if (kind === 'phone' && !settings.external_phone_enabled)
    throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
}

/** Whether addresses of this kind count as proven without a message. */
export function isAutoConfirmed(settings: AuthSettings, { kind }: Address): boolean {
  return kind === 'email' ? settings.mailer_autoconfirm : settings.sms_autoconfirm;
}
