import { confirmAddress } from '../accounts/confirm-address.ts';
import type { AuthContext } from '../auth-context.ts';
import { notifyPhoneChange } from '../messages/notify-address-change.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';

/** Confirms a new phone number. */
export async function applyPhoneChange(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
): Promise<UserRow> {
  const address = { kind: 'phone', value: user.phone_change ?? '' } as const;
  const changed = await confirmAddress(context, tx, user, address, ['phone_change_token'], {
    phone_change: '',
  });
  notifyPhoneChange(context, tx, user, changed);
  return changed;
}
