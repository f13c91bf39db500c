import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { notify } from '../messages/notify.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { FactorActor } from './require-factor-actor.ts';
import { deleteFactor, findFactor } from './store/factor-rows.ts';
import { lowerSessions } from './store/session-levels.ts';

/**
 * Takes a factor away from its user; sessions it had raised fall back. Throws `mfa_factor_not_found`, and
 * `insufficient_aal` (422) when the factor counts and the session has not proved one.
 */
export async function unenrollFactor(
  context: AuthContext,
  tx: Transaction,
  { user, session }: FactorActor,
  factorId: string,
): Promise<void> {
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    const message = 'AAL2 required to unenroll verified factor';
    throw new AuthError('insufficient_aal', message, { status: 422 });
  }
  await deleteFactor(tx, factor.id);
  await lowerSessions(tx, context.now, factor.id);
  await audit(context, tx, 'factor_unenrolled', user, { factor_id: factor.id, factor_status: factor.status });
  // One that was never verified was never told of.
  if (factor.status === 'verified')
    notify(context, tx, 'mfa_factor_unenrolled', user, { FactorType: factor.factor_type });
}
