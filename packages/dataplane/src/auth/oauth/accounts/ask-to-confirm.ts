import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { sendTokenMail } from '../../messages/send-token-mail.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import type { Arrival } from './arrival.ts';

/**
 * Mails a link to an address that the provider does not vouch for, and refuses the sign-in: the user stays, and gets in
 * once the link was followed. Always throws: `provider_email_needs_verification`, or that a mail was just sent.
 */
export async function askToConfirm(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { provider, redirectTo, challenge }: Arrival,
): Promise<never> {
  await sendTokenMail(context, tx, user, 'signup', { redirectTo, challenge });
  throw new AuthError(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    { keepChanges: true },
  );
}
