import type { AuthContext } from '../auth-context.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { notify } from './notify.ts';

/** Tells the former address that the account has another one now; nobody when there was none. */
export function notifyEmailChange(
  context: AuthContext,
  tx: Transaction,
  before: Pick<UserRow, 'email'>,
  after: UserRow,
): void {
  const { email } = before;
  if (email && email !== after.email)
    notify(context, tx, 'email_changed', after, { to: email, OldEmail: email });
}

/** Tells a user by mail of another phone number. */
export function notifyPhoneChange(
  context: AuthContext,
  tx: Transaction,
  before: Pick<UserRow, 'phone'>,
  after: UserRow,
): void {
  if (before.phone !== after.phone)
    notify(context, tx, 'phone_changed', after, { OldPhone: before.phone ?? '' });
}
