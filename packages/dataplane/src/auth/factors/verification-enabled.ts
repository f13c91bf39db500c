import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import type { FactorRow } from '../store/factors.ts';

/** Throws `mfa_…_verify_not_enabled` unless the settings let factors of this kind be verified. */
export function checkVerificationEnabled(type: FactorRow['factor_type'], settings: AuthSettings): void {
  const enabled = {
    totp: settings.mfa_totp_verify_enabled,
    phone: settings.mfa_phone_verify_enabled,
    webauthn: false,
  }[type];
  if (!enabled) throw new AuthError(`mfa_${type}_verify_not_enabled`);
}
