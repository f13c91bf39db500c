import type { AuthContext } from '../../auth-context.ts';
import { audit } from '../../store/audit-log.ts';
import { listFactors } from '../../store/factors.ts';
import type { Transaction } from '../../store/transaction.ts';
import { findUserById } from '../../store/users.ts';
import type { FactorActor } from '../require-factor-actor.ts';
import { deletePhoneFactor, deleteUnverifiedFactors, insertFactor } from '../store/factor-rows.ts';
import { newTotpSecret } from '../totp/totp-secret.ts';
import { checkEnrolment } from './check-enrolment.ts';
import type { Enrolment } from './read-enrolment.ts';

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
  const totp = newTotpSecret(enrolment.issuer, user.email || user.phone || user.id);
  const { id } = await insertFactor(tx, now, { ...columns, secret: totp.secret });
  await audit(context, tx, 'factor_in_progress', user, { factor_id: id });
  return { id, type, friendly_name: friendlyName, totp };
}
