import { createAccount } from '../../accounts/create-account.ts';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserByEmail, updateUser } from '../../store/users.ts';
import type { JsonObject } from '../../wire/read-body.ts';
import { unprovenAccount } from './invite-user.ts';

interface SigningUp {
  email: string;
  data: JsonObject;
  /** '' for somebody who will sign in without a password. */
  passwordHash: string;
}

/**
 * The account that a sign-up link is for. One that waits for its confirmation gets the new password and data: who made it
 * before has proven nothing. Throws `email_exists`.
 */
export async function signingUpUser(
  context: AuthContext,
  tx: Transaction,
  { email, data, passwordHash }: SigningUp,
): Promise<UserRow> {
  const known = await findUserByEmail(tx, email, { lock: true });
  if (!known) return createAccount(context, tx, unprovenAccount(email, passwordHash, data));
  if (known.email_confirmed_at) throw new AuthError('email_exists');
  return updateUser(tx, context.now, known.id, {
    raw_user_meta_data: { ...known.raw_user_meta_data, ...data },
    encrypted_password: passwordHash,
  });
}
