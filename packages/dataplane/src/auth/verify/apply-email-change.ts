import { confirmAddress } from '../accounts/confirm-address.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { notifyEmailChange } from '../messages/notify-address-change.ts';
import { deleteOneTimeTokens, type OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';

const BOTH = ['email_change_token_new', 'email_change_token_current'] as const;

/** Confirms a new address. With secure changes it needs the old one's word too: null after the first of both. Throws `otp_expired`. */
export async function applyEmailChange(
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
