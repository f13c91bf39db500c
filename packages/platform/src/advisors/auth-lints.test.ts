import type { AuthConfig } from '@basalt/contract';
import { expect, it } from 'vitest';
import { configOf } from '../auth-config/auth-settings.ts';
import { authFindings } from './auth-lints.ts';

const GOOD: Partial<AuthConfig> = {
  password_hibp_enabled: true,
  password_min_length: 8,
  password_required_characters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
  mfa_phone_enroll_enabled: true,
  mfa_phone_verify_enabled: true,
};
const found = (settings: Partial<AuthConfig>) =>
  authFindings({ ...configOf({}, {}), ...settings }).map(({ name, level }) => [name, level]);

it('is silent on good settings', () => {
  expect(found(GOOD)).toEqual([]);
  expect(found({ ...GOOD, mailer_otp_exp: 3_600, external_phone_enabled: true, sms_otp_exp: 60 })).toEqual(
    [],
  );
});

it.each<[Partial<AuthConfig>, string, string]>([
  [{ password_hibp_enabled: false }, 'auth_leaked_password_protection', 'WARN'],
  [{ password_min_length: 7 }, 'password_requirements_min_length', 'WARN'],
  [{ password_required_characters: '' }, 'auth_password_policy_missing', 'INFO'],
  [{ mailer_otp_exp: 3_601 }, 'auth_otp_long_expiry', 'WARN'],
  [{ external_phone_enabled: true, sms_otp_exp: 7_200 }, 'auth_otp_long_expiry', 'WARN'],
  [{ mfa_phone_verify_enabled: false }, 'auth_insufficient_mfa_options', 'INFO'],
  [
    { mfa_phone_verify_enabled: false, mfa_totp_enroll_enabled: false },
    'auth_insufficient_mfa_options',
    'WARN',
  ],
])('%j is found', (settings, name, level) => {
  expect(found({ ...GOOD, ...settings })).toEqual([[name, level]]);
});

it('asks nothing of passwords and codes that nobody signs in with', () => {
  const none = { external_email_enabled: false, external_phone_enabled: false };
  expect(found({ ...GOOD, ...none, password_hibp_enabled: false, mailer_otp_exp: 9_999 })).toEqual([]);
});
