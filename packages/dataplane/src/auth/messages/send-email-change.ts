import type { AuthContext } from '../auth-context.ts';
import type { CodeChallenge } from '../flow-state/code-challenge.ts';
import { createFlowState } from '../flow-state/flow-states.ts';
import { hookKind } from '../hooks/call/call-hook.ts';
import { type IssuedToken, issueToken, type NewToken } from '../one-time-tokens/issue-token.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import { checkFrequency } from '../rate-limits/send-frequency.ts';
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { type DeliveredMail, deliverMail } from './deliver-mail.ts';
import type { MailRequest } from './send-token-mail.ts';

/**
 * Asks for confirmation of a new address: at the new one, and with secure changes at the old one too. Throws
 * `over_email_send_rate_limit`.
 */
export async function sendEmailChange(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  newEmail: string,
  request: MailRequest,
): Promise<UserRow> {
  const { challenge } = request;
  checkFrequency(context, 'mail', user.email_change_sent_at);
  if (challenge) await rememberChallenge(context, tx, user, challenge);
  // Links of an earlier request must not confirm this one.
  await deleteOneTimeTokens(tx, user.id, ['email_change_token_new', 'email_change_token_current']);
  const common = { pkce: challenge !== null };
  const changes = { email_change: newEmail, email_change_confirm_status: 0, email_change_token_current: '' };
  const issued = await issueToken(context, tx, user.id, {
    ...common,
    type: 'email_change_token_new',
    address: newEmail,
    changes,
  });
  const { redirectTo } = request;
  if (!context.settings.mailer_secure_email_change_enabled || !user.email) {
    await mail(context, tx, issued, newEmail, { redirectTo });
    return issued.user;
  }
  const current: NewToken = { ...common, type: 'email_change_token_current', address: user.email };
  const old = await issueToken(context, tx, user.id, current);
  if (hookKind(context, 'send_email') === null) {
    await mail(context, tx, issued, newEmail, { redirectTo });
    await mail(context, tx, old, user.email, { redirectTo });
  } else {
    // The digits for one address stand with the link for the other.
    const crossed = { ...old, tokenHash: issued.tokenHash };
    const second = { otp: issued.otp, tokenHash: old.tokenHash };
    await mail(context, tx, crossed, newEmail, { redirectTo, second });
  }
  return old.user;
}

async function rememberChallenge(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  challenge: CodeChallenge,
): Promise<void> {
  const method = 'email_change';
  await createFlowState(context, tx, { challenge, providerType: method, method, userId: user.id });
}

async function mail(
  context: AuthContext,
  tx: Transaction,
  { user, otp, tokenHash }: IssuedToken,
  to: string,
  more: Pick<DeliveredMail, 'redirectTo' | 'second'>,
): Promise<void> {
  limitMessages(context, 'mail');
  const link = { tokenHash, type: 'email_change' } as const;
  await deliverMail(
    context,
    tx,
    { kind: 'email_change', user, to, otp, link, ...more },
    'email_change_sent_at',
  );
}
