import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { issueToken } from '../one-time-tokens/issue-token.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import { checkFrequency } from '../rate-limits/send-frequency.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { deliverMail } from './deliver-mail.ts';
import { type Channel, sendCode } from './send-code.ts';

/**
 * Sends a user the code that proves once more who they are: by mail, or by text message when there is only a phone.
 * Throws `email_not_confirmed`, `phone_not_confirmed`, `over_email_send_rate_limit`, `over_sms_send_rate_limit`.
 */
export async function sendReauthentication(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  channel: Channel,
): Promise<{ messageId: string | null }> {
  if (!user.email) {
    if (!user.phone)
      throw new AuthError(
        'validation_failed',
        'Reauthentication requires the user to have an email or a phone number',
      );
    if (!user.phone_confirmed_at)
      throw new AuthError('phone_not_confirmed', 'Please verify your phone first.');
    return sendCode(context, tx, user, { purpose: 'reauthentication', phone: user.phone, channel });
  }
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed', 'Please verify your email first.');
  checkFrequency(context, 'mail', user.reauthentication_sent_at);
  limitMessages(context, 'mail');
  const issued = await issueToken(context, tx, user.id, {
    type: 'reauthentication_token',
    address: user.email,
  });
  await deliverMail(
    context,
    tx,
    {
      kind: 'reauthentication',
      user: issued.user,
      to: user.email,
      otp: issued.otp,
      link: null,
      redirectTo: '',
    },
    'reauthentication_sent_at',
  );
  return { messageId: null };
}
