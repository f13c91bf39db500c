import { confirmAddress } from '../accounts/confirm-address.ts';
import { isAddressTaken } from '../accounts/retry-taken.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { isBanned } from '../sessions/is-banned.ts';
import { type AuditAction, audit } from '../store/audit-log.ts';
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import { applyEmailChange } from './apply-email-change.ts';
import { applyPhoneChange } from './apply-phone-change.ts';
import type { FoundToken } from './found-token.ts';
import type { VerificationType } from './verification-types.ts';

/**
 * Does what a token was sent for, and uses it up. Null: it was the first of two confirmations of a change of address.
 * Throws `user_banned`, `email_exists`, `phone_exists`.
 */
export async function applyToken(
  context: AuthContext,
  tx: Transaction,
  found: FoundToken,
  type: VerificationType,
): Promise<UserRow | null> {
  if (isBanned(found.user, context.now)) throw new AuthError('user_banned');
  try {
    const user = await apply(context, tx, found, type);
    if (user) await audit(context, tx, actionOf(found, type), user);
    return user;
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw new AuthError(type === 'phone_change' ? 'phone_exists' : 'email_exists', undefined, {
      cause: error,
    });
  }
}

function apply(
  context: AuthContext,
  tx: Transaction,
  { user, token }: FoundToken,
  type: VerificationType,
): Promise<UserRow | null> {
  switch (type) {
    case 'email_change':
      return applyEmailChange(context, tx, user, token);
    case 'phone_change':
      return applyPhoneChange(context, tx, user);
    case 'sms':
      return confirmAddress(context, tx, user, { kind: 'phone', value: user.phone ?? '' }, [token]);
    default:
      return openedMail(context, tx, { user, token });
  }
}

/** Whoever opened a mail owns its address: a user who had not confirmed it yet has done so now. */
async function openedMail(
  context: AuthContext,
  tx: Transaction,
  { user, token }: FoundToken,
): Promise<UserRow> {
  if (!user.email_confirmed_at) {
    const tokens = ['confirmation_token', 'recovery_token'] as const;
    return confirmAddress(context, tx, user, { kind: 'email', value: user.email ?? '' }, tokens);
  }
  await deleteOneTimeTokens(tx, user.id, [token]);
  return updateUser(tx, context.now, user.id, { [token]: '' });
}

function actionOf({ user }: FoundToken, type: VerificationType): AuditAction {
  if (type === 'invite') return 'invite_accepted';
  if (type === 'email_change' || type === 'phone_change') return 'user_modified';
  return user.confirmed_at ? 'login' : 'user_signedup';
}
