import type { AuthContext } from '../auth-context.ts';
import { type Judgement, judgeCode } from '../messages/judge-code.ts';
import type { SessionBody } from '../present/present-session.ts';
import { limitGuesses } from '../rate-limits/check-limits.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { applyToken } from './apply-token.ts';
import { type FoundToken, findByLink, findByMailedCode, findBySentCode } from './find-token.ts';
import type { VerifyRequest } from './routes.ts';

/** Said after the first of two confirmations of a new address. */
export const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Checks a code or the token of a link, and signs in. Throws `otp_expired`, `over_request_rate_limit`, what applying it throws. */
export async function verify(
  context: AuthContext,
  request: VerifyRequest,
): Promise<SessionBody | { msg: string; code: string }> {
  const judgement = request.by === 'sent-code' ? await judge(context, request) : null;
  return context.db.transaction(async (tx) => {
    const found = await find(context, tx, request, judgement);
    const user = await applyToken(context, tx, found, request.type);
    if (!user) return { msg: HALF_CONFIRMED, code: '200' };
    return issueSession(context, tx, user, { method: 'otp' });
  });
}

/** Throws `over_request_rate_limit`, and what asking the provider throws. */
function judge(context: AuthContext, { phone, code }: { phone: string; code: string }): Promise<Judgement> {
  limitGuesses(context, phone);
  return judgeCode(context, phone, code);
}

function find(
  context: AuthContext,
  tx: Transaction,
  request: VerifyRequest,
  judgement: Judgement,
): Promise<FoundToken> {
  switch (request.by) {
    case 'link':
      return findByLink(context, tx, request.type, request.hash);
    case 'mailed-code':
      return findByMailedCode(context, tx, request);
    case 'sent-code':
      return findBySentCode(context, tx, request, judgement);
  }
}
