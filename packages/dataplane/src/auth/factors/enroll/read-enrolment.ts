import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../../errors/auth-error.ts';
import { phoneNumber } from '../../wire/phone-number.ts';
import type { Fields } from '../../wire/read-body.ts';

/** What a request to enrol a second factor asks for. */
export type Enrolment =
  | { type: 'totp'; friendlyName: string; issuer: string }
  | { type: 'phone'; friendlyName: string; phone: string };

const NAME_AT_MOST = 255;

/**
 * Reads and checks the body of `POST /factors`. Throws `validation_failed`, and `mfa_…_enroll_not_enabled` for kinds of
 * factors that the settings, or this service, do not offer.
 */
export function readEnrolment(body: Fields, settings: AuthSettings): Enrolment {
  const friendlyName = shortText(body, 'friendly_name');
  switch (body.text('factor_type')) {
    case 'totp':
      if (!settings.mfa_totp_enroll_enabled) throw new AuthError('mfa_totp_enroll_not_enabled');
      return { type: 'totp', friendlyName, issuer: shortText(body, 'issuer') || siteHost(settings) };
    case 'phone':
      if (!settings.mfa_phone_enroll_enabled) throw new AuthError('mfa_phone_enroll_not_enabled');
      return { type: 'phone', friendlyName, phone: phoneNumber(body.text('phone') ?? '') };
    case 'webauthn':
      throw new AuthError('mfa_webauthn_enroll_not_enabled');
    default:
      throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
}

function shortText(body: Fields, name: 'friendly_name' | 'issuer'): string {
  const text = body.text(name) ?? '';
  if (text.length > NAME_AT_MOST) {
    throw new AuthError('validation_failed', `${name} must be at most ${NAME_AT_MOST} characters`);
  }
  return text;
}

/** What an authenticator app calls the account when the application says nothing. */
function siteHost({ site_url }: AuthSettings): string {
  return URL.parse(site_url)?.host || 'localhost';
}
