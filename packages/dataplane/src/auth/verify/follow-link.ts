import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { issueAuthCodeForLink } from '../flow-state/flow-states.ts';
import { isPkceToken } from '../one-time-tokens/issue-token.ts';
import type { SessionBody } from '../present/present-session.ts';
import { withError, withFragment, withQuery, withSession } from '../redirects/redirect-with.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { applyToken } from './apply-token.ts';
import { findByLink } from './find-token.ts';
import type { LinkRequest } from './routes.ts';
import { LINK_METHODS } from './verification-types.ts';
import { HALF_CONFIRMED } from './verify.ts';

/** Does what a mail's link is for. Answers with the address to go on to, which tells of failures too. */
export async function followLink(context: AuthContext, request: LinkRequest): Promise<string> {
  try {
    const followed = await context.db.transaction((tx) => follow(context, tx, request));
    return typeof followed === 'string' ? followed : withSession(request.redirectTo, followed, request.type);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return withError(request.redirectTo, error, isPkceToken(request.token));
  }
}

async function follow(
  context: AuthContext,
  tx: Transaction,
  { token, type, redirectTo }: LinkRequest,
): Promise<string | SessionBody> {
  const isPkce = isPkceToken(token);
  const user = await applyToken(context, tx, await findByLink(context, tx, type, token), type);
  if (!user) {
    const message = { message: HALF_CONFIRMED };
    return withFragment(isPkce ? withQuery(redirectTo, message) : redirectTo, { ...message, sb: '' });
  }
  if (!isPkce) return issueSession(context, tx, user, { method: 'otp' });
  const code = await issueAuthCodeForLink(context, tx, user.id, LINK_METHODS[type]);
  return withQuery(redirectTo, { code });
}
