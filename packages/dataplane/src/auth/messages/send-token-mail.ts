import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { CodeChallenge } from '../flow-state/code-challenge.ts';
import { createFlowState } from '../flow-state/flow-states.ts';
import { issueToken } from '../one-time-tokens/issue-token.ts';
import { tokenColumns } from '../one-time-tokens/token-columns.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import { checkFrequency } from '../rate-limits/send-frequency.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { deliverMail } from './deliver-mail.ts';
import { TOKEN_MAILS, type TokenMailName } from './token-mails.ts';

export interface MailRequest {
  /** Already checked. */
  redirectTo: string;
  /** From a browser that wants a code at the end. */
  challenge: CodeChallenge | null;
}

/**
 * Mails a user a link and a code. Throws `over_email_send_rate_limit`. Returns the user as it is then.
 */
export async function sendTokenMail(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  name: TokenMailName,
  { redirectTo, challenge }: MailRequest,
): Promise<UserRow> {
  const { kind, token, link, method } = TOKEN_MAILS[name];
  if (!user.email) throw new AuthError('validation_failed', 'The user has no email address.');
  const { sentAt } = tokenColumns(token);
  checkFrequency(context, 'mail', user[sentAt]);
  limitMessages(context, 'mail');
  if (challenge) {
    await createFlowState(context, tx, { challenge, providerType: method, method, userId: user.id });
  }
  const issued = await issueToken(context, tx, user.id, {
    type: token,
    address: user.email,
    pkce: challenge !== null,
  });
  await deliverMail(
    context,
    tx,
    {
      kind,
      user: issued.user,
      to: user.email,
      otp: issued.otp,
      link: { tokenHash: issued.tokenHash, type: link },
      redirectTo,
    },
    sentAt,
  );
  return issued.user;
}
