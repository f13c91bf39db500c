import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../../errors/auth-error.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { SessionRow } from '../../store/sessions.ts';
import type { Enrolment } from './read-enrolment.ts';

/**
 * Whether a user who has these factors may enrol one more. Throws `insufficient_aal`, `mfa_factor_name_conflict`,
 * `mfa_verified_factor_exists`, `too_many_enrolled_mfa_factors`.
 */
export function checkEnrolment(
  enrolment: Enrolment,
  factors: readonly FactorRow[],
  session: Pick<SessionRow, 'aal'>,
  settings: Pick<AuthSettings, 'mfa_max_enrolled_factors'>,
): void {
  const verified = factors.filter(({ status }) => status === 'verified');
  // Else a stolen password would be enough to add a factor of the thief's own.
  if (verified.length > 0 && session.aal !== 'aal2') {
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  const name = enrolment.friendlyName;
  if (name.trim() !== '' && factors.some(({ friendly_name }) => friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw new AuthError('mfa_factor_name_conflict', message);
  }
  if (enrolment.type === 'phone' && verified.some(({ phone }) => phone === enrolment.phone)) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new AuthError('mfa_verified_factor_exists', message);
  }
  if (factors.length >= settings.mfa_max_enrolled_factors) {
    throw new AuthError('too_many_enrolled_mfa_factors');
  }
}
