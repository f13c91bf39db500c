import { createAccount, retryWhenTaken } from '../../accounts/create-account.ts';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { sendTokenMail } from '../../messages/send-token-mail.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserByEmail, updateUser } from '../../store/users.ts';
import type { JsonObject } from '../../wire/read-body.ts';

export interface Invitation {
  email: string;
  data: JsonObject;
  /** Already checked. */
  redirectTo: string;
}

/**
 * Makes an account that waits for its owner and mails the way in. Who was invited before is invited again.
 * @throws {AuthError} email_exists when somebody uses the address already, over_email_send_rate_limit
 */
export function inviteUser(context: AuthContext, invitation: Invitation): Promise<UserRow> {
  return retryWhenTaken(() =>
    context.db.transaction(async (tx) => {
      const user = await invitedUser(context, tx, invitation);
      await audit(context, tx, 'user_invited', null, { user_id: user.id, user_email: invitation.email });
      // The time between two mails protects people from strangers, not from the project's owner.
      const fresh = { ...user, confirmation_sent_at: null };
      return sendTokenMail(context, tx, fresh, 'invite', {
        redirectTo: invitation.redirectTo,
        challenge: null,
      });
    }),
  );
}

/** The account that an invitation is for, noted as invited. Throws `email_exists`. */
export async function invitedUser(
  context: AuthContext,
  tx: Transaction,
  { email, data }: Pick<Invitation, 'email' | 'data'>,
): Promise<UserRow> {
  const known = await findUserByEmail(tx, email, { lock: true });
  if (known?.email_confirmed_at) throw new AuthError('email_exists');
  const user = known ?? (await createAccount(context, tx, unprovenAccount(email, '', data)));
  return updateUser(tx, context.now, user.id, {
    invited_at: context.now.toISOString(),
    ...(known ? { raw_user_meta_data: { ...known.raw_user_meta_data, ...data } } : {}),
  });
}

/** An account whose address is still to be proven. */
export function unprovenAccount(email: string, passwordHash: string, data: JsonObject) {
  const address = { kind: 'email' as const, value: email };
  return { address, passwordHash, data, confirmed: false, byOwner: true };
}
