import type { IdentityRow } from '../../store/identities.ts';
import { deleteOneTimeTokens } from '../../store/one-time-tokens.ts';
import { deleteSessions } from '../../store/sessions.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { updateUser } from '../../store/users.ts';

/**
 * Hands an account whose address nobody had confirmed to the person who now proved to own the address. The
 * address counts as confirmed from now on. Somebody else may have made the account and be waiting: password, other ways in, sessions, factors and data they left all go.
 */
export async function reclaimAccount(
  tx: Transaction,
  now: Date,
  user: UserRow,
  keep: Pick<IdentityRow, 'id' | 'provider'>,
): Promise<UserRow> {
  await tx.query('delete from auth.identities where user_id = $1 and id <> $2', [user.id, keep.id]);
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
  await deleteSessions(tx, user.id);
  await deleteOneTimeTokens(tx, user.id);
  return await updateUser(tx, now, user.id, {
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: { ...user.raw_app_meta_data, provider: keep.provider, providers: [keep.provider] },
    email_confirmed_at: now.toISOString(),
    phone: null,
    phone_confirmed_at: null,
    phone_change: '',
    phone_change_token: '',
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    confirmation_token: '',
    recovery_token: '',
    reauthentication_token: '',
  });
}
