import { newTotpSecret } from '@basalt/network/second-factor';
import type { AuthSettings } from '@basalt/project';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { audit } from '../../store/audit-log.ts';
import { type FactorRow, listFactors } from '../../store/factors.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { SessionRow } from '../../store/sessions.ts';
import { findUserById } from '../../store/users.ts';
import { phoneNumber } from '../../wire/address.ts';
import type { Fields } from '../../wire/read-body.ts';
import type { FactorActor } from '../require-factor-actor.ts';
import { deletePhoneFactor, deleteUnverifiedFactors, insertFactor } from '../store/factor-rows.ts';

/** An enrolment that nobody finished within this time makes room for another. */
const UNFINISHED_LIFE_MS = 300_000;

/** Begins to enrol a second factor; it counts once it was verified. Returns the body of the answer. */
export async function enrollFactor(
  context: AuthContext,
  tx: Transaction,
  { user, session }: FactorActor,
  enrolment: Enrolment,
): Promise<object> {
  const { now, settings } = context;
  // Two requests at once must not get past the limit together.
  await findUserById(tx, user.id, { lock: true });
  await deleteUnverifiedFactors(tx, user.id, { before: new Date(now.getTime() - UNFINISHED_LIFE_MS) });
  checkEnrolment(enrolment, await listFactors(tx, user.id), session, settings);
  const { type, friendlyName } = enrolment;
  const columns = { user_id: user.id, factor_type: type, friendly_name: friendlyName };
  if (enrolment.type === 'phone') {
    await deletePhoneFactor(tx, user.id, enrolment.phone);
    const { id, phone } = await insertFactor(tx, now, { ...columns, phone: enrolment.phone });
    await audit(context, tx, 'factor_in_progress', user, { factor_id: id });
    return { id, type, friendly_name: friendlyName, phone };
  }
  if (enrolment.type === 'webauthn') {
    const { id } = await insertFactor(tx, now, columns);
    await audit(context, tx, 'factor_in_progress', user, { factor_id: id });
    return { id, type, friendly_name: friendlyName };
  }
  const totp = newTotpSecret(enrolment.issuer, user.email || user.phone || user.id);
  const { id } = await insertFactor(tx, now, { ...columns, secret: totp.secret });
  await audit(context, tx, 'factor_in_progress', user, { factor_id: id });
  return { id, type, friendly_name: friendlyName, totp };
}

/**
 * Whether a user who has these factors may enrol one more. Throws `insufficient_aal`, `mfa_factor_name_conflict`,
 * `mfa_verified_factor_exists`, `too_many_enrolled_mfa_factors`.
 */
function checkEnrolment(
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

/** What a request to enrol a second factor asks for. */
export type Enrolment =
  | { type: 'totp'; friendlyName: string; issuer: string }
  | { type: 'phone'; friendlyName: string; phone: string }
  | { type: 'webauthn'; friendlyName: string };

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
      if (!settings.mfa_web_authn_enroll_enabled) throw new AuthError('mfa_webauthn_enroll_not_enabled');
      return { type: 'webauthn', friendlyName };
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
