import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { notify } from '../../messages/notify.ts';
import type { SessionBody } from '../../present/present-session.ts';
import { raiseSession } from '../../sessions/raise-session.ts';
import { audit } from '../../store/audit-log.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import type { FactorActor } from '../require-factor-actor.ts';
import { markVerified } from '../store/challenge-rows.ts';
import { deleteUnverifiedFactors, findFactor, updateFactor } from '../store/factor-rows.ts';
import { endWeakerSessions } from '../store/session-levels.ts';
import { checkVerificationEnabled } from '../verification-enabled.ts';
import { checkCode } from './check-code.ts';
import { openChallenge } from './open-challenge.ts';

export interface Proof {
  factorId: string;
  challengeId: string;
  code: string;
}

/**
 * Takes the proof of a second factor: the session rises to aal2 and gets new tokens, the user's sessions without such a
 * proof end, and a factor that was being enrolled counts from now on. Throws `mfa_factor_not_found`,
 * `mfa_…_verify_not_enabled`, `mfa_challenge_expired`, `mfa_ip_address_mismatch`, `mfa_verification_failed`.
 */
export async function verifyFactor(
  context: AuthContext,
  tx: Transaction,
  { user, session }: FactorActor,
  { factorId, challengeId, code }: Proof,
): Promise<SessionBody> {
  const { now } = context;
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  checkVerificationEnabled(factor.factor_type, context.settings);
  const challenge = await openChallenge(context, tx, factor, challengeId);
  const accepted = await checkCode(context, tx, factor, challenge, code);
  await markVerified(tx, now, challenge.id, accepted);
  if (factor.status === 'unverified') await finishEnrolment(context, tx, user, factor);
  await audit(context, tx, 'verification_attempted', user, { factor_id: factor.id });
  const body = await raiseSession(context, tx, user, session.id, {
    method: factor.factor_type === 'phone' ? 'mfa/phone' : 'totp',
    aal: 'aal2',
    factorId: factor.id,
  });
  await endWeakerSessions(tx, user.id);
  return body;
}

async function finishEnrolment(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  factor: FactorRow,
): Promise<void> {
  await updateFactor(tx, context.now, factor.id, { status: 'verified' });
  await deleteUnverifiedFactors(tx, factor.user_id, { type: factor.factor_type });
  notify(context, tx, 'mfa_factor_enrolled', user, { FactorType: factor.factor_type });
}
