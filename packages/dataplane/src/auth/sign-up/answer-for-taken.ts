import { confirmAddress } from '../accounts/confirm-address.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { checkFrequencyOfNobody } from '../rate-limits/send-frequency.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { confirmedAt } from '../wire/address.ts';
import { madeUpUser } from './made-up-user.ts';
import { isAutoConfirmed } from './sign-up-policy.ts';
import type { SignUpRequest } from './sign-up-request.ts';

/** What a sign-up gets whose address belongs to somebody. Throws `user_already_exists` where that is no secret. */
export async function answerForTaken(
  context: AuthContext,
  known: UserRow,
  request: SignUpRequest,
): Promise<object> {
  const { settings, db } = context;
  const { address } = request;
  const isOpen = isAutoConfirmed(settings, address);
  if (isOpen && !confirmedAt(known, address)) return finishWaiting(context, known, request);
  await audit(context, db, 'user_repeated_signup', known, { provider: address.kind });
  if (isOpen) throw new AuthError('user_already_exists');
  checkFrequencyOfNobody(
    context,
    address.kind === 'email' ? 'mail' : 'sms',
    'confirmation_token',
    address.value,
  );
  return madeUpUser(context, address, request.data);
}

/** The account was made while proof was still asked for. Whoever knows its password gets in, nobody else. */
async function finishWaiting(
  context: AuthContext,
  { id, encrypted_password }: UserRow,
  { address, password }: SignUpRequest,
): Promise<object> {
  const isOwner = await checkPassword(context, address.value, { hash: encrypted_password, password });
  if (!isOwner) throw new AuthError('user_already_exists');
  return context.db.transaction(async (tx) => {
    const user = await findUserById(tx, id, { lock: true });
    if (!user || user.encrypted_password !== encrypted_password) throw new AuthError('user_already_exists');
    const confirmed = await confirmAddress(context, tx, user, address, ['confirmation_token']);
    await audit(context, tx, 'user_signedup', confirmed, { provider: address.kind });
    return issueSession(context, tx, confirmed, { method: 'password' });
  });
}
