import { confirmAddress } from '../accounts/confirm-address.ts';
import { isAddressTaken } from '../accounts/create-account.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { notifyEmailChange, notifyPhoneChange } from '../messages/notify.ts';
import { isBanned } from '../sessions/auth-method.ts';
import { type AuditAction, audit } from '../store/audit-log.ts';
import { deleteOneTimeTokens, type OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import type { FoundToken } from './find-token.ts';
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

const BOTH = ['email_change_token_new', 'email_change_token_current'] as const;

/** Confirms a new address. With secure changes it needs the old one's word too: null after the first of both. Throws `otp_expired`. */
async function applyEmailChange(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  token: OneTimeTokenType,
): Promise<UserRow | null> {
  const isSecure = context.settings.mailer_secure_email_change_enabled && Boolean(user.email);
  if (isSecure && (user.email_change_confirm_status ?? 0) === 0) {
    await updateUser(tx, context.now, user.id, { [token]: '', email_change_confirm_status: 1 });
    await deleteOneTimeTokens(tx, user.id, [token]);
    return null;
  }
  // Alone, only the new address's own word counts.
  if (!isSecure && token !== 'email_change_token_new') throw new AuthError('otp_expired');
  const address = { kind: 'email', value: user.email_change ?? '' } as const;
  const changed = await confirmAddress(context, tx, user, address, BOTH, {
    email_change: '',
    email_change_confirm_status: 0,
  });
  notifyEmailChange(context, tx, user, changed);
  return changed;
}

/** Confirms a new phone number. */
async function applyPhoneChange(context: AuthContext, tx: Transaction, user: UserRow): Promise<UserRow> {
  const address = { kind: 'phone', value: user.phone_change ?? '' } as const;
  const changed = await confirmAddress(context, tx, user, address, ['phone_change_token'], {
    phone_change: '',
  });
  notifyPhoneChange(context, tx, user, changed);
  return changed;
}
