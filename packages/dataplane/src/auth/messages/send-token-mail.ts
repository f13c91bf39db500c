import type { TokenMailKind } from '@basalt/project';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { CodeChallenge } from '../flow-state/code-challenge.ts';
import { createFlowState } from '../flow-state/flow-states.ts';
import type { VerifyLinkType } from '../mail/verify-link.ts';
import { issueToken, tokenColumns } from '../one-time-tokens/issue-token.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import { checkFrequency } from '../rate-limits/send-frequency.ts';
import type { AuthMethod } from '../sessions/auth-method.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { deliverMail } from './deliver-mail.ts';

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

interface TokenMail {
  kind: TokenMailKind;
  token: OneTimeTokenType;
  link: VerifyLinkType;
  /** How a session counts as begun that a code from this mail's link gives. */
  method: AuthMethod;
}

/** The mails that let somebody in. */
export const TOKEN_MAILS = {
  signup: { kind: 'confirmation', token: 'confirmation_token', link: 'signup', method: 'email/signup' },
  invite: { kind: 'invite', token: 'confirmation_token', link: 'invite', method: 'invite' },
  magiclink: { kind: 'magic_link', token: 'recovery_token', link: 'magiclink', method: 'magiclink' },
  recovery: { kind: 'recovery', token: 'recovery_token', link: 'recovery', method: 'recovery' },
} as const satisfies Record<string, TokenMail>;
export type TokenMailName = keyof typeof TOKEN_MAILS;
