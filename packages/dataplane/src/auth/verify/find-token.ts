import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { fitsJudged, type Judgement } from '../messages/judge-code.ts';
import { fitsOtp, tokenColumns } from '../one-time-tokens/issue-token.ts';
import { limitGuesses } from '../rate-limits/check-limits.ts';
import { findOneTimeToken, type OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserByEmail, findUserById, findUserByPhone, listUsersByToken } from '../store/users.ts';
import { instant } from '../store/write-row.ts';
import { MAIL_TYPES, type MailType, type PhoneType } from './verification-types.ts';

/** A token that somebody presented, and the user (whose row is locked) it was sent to. It has not expired. */
export interface FoundToken {
  user: UserRow;
  token: OneTimeTokenType;
}

const LOCK = { lock: true };

/** By the digits that were mailed to an address. Throws `otp_expired`, `over_request_rate_limit`. */
export async function findByMailedCode(
  context: AuthContext,
  tx: Transaction,
  { type, email, code }: { type: MailType; email: string; code: string },
): Promise<FoundToken> {
  limitGuesses(context, email);
  const candidates: Candidate[] = [];
  const user = await findUserByEmail(tx, email, LOCK);
  if (type === 'email_change') {
    const token = 'email_change_token_new';
    const changing = await listUsersByToken(tx, token, email);
    candidates.push(...changing.map((changingUser) => ({ user: changingUser, token }) as const));
    candidates.push({ user, token: 'email_change_token_current' });
  } else candidates.push(...MAIL_TYPES[type].map((token) => ({ user, token })));
  return firstOf(candidates.filter(isUsable(context, 'mail', (stored) => fitsOtp(stored, email, code))));
}

/** By the digits that were sent to a phone. @param judgement what the provider says of them Throws `otp_expired`. */
export async function findBySentCode(
  context: AuthContext,
  tx: Transaction,
  { type, phone, code }: { type: PhoneType; phone: string; code: string },
  judgement: Judgement,
): Promise<FoundToken> {
  const candidates: Candidate[] =
    type === 'sms'
      ? [{ user: await findUserByPhone(tx, phone, LOCK), token: 'confirmation_token' }]
      : (await listUsersByToken(tx, 'phone_change_token', phone)).map((user) => ({
          user,
          token: 'phone_change_token',
        }));
  const fitting = candidates.filter(
    isUsable(context, 'sms', (stored) => fitsJudged(stored, phone, code, judgement)),
  );
  // The provider knows a number and not who asked: somebody else's account must not get what was proved for one's own.
  if (judgement !== null && fitting.length > 1) throw new AuthError('otp_expired');
  return firstOf(fitting);
}

interface Candidate {
  user: UserRow | null;
  token: OneTimeTokenType;
}

/** Whether a candidate is a user to whom this token was sent and who may still use it. */
function isUsable(
  context: AuthContext,
  channel: 'mail' | 'sms',
  fits: (stored: string | null) => boolean,
): (candidate: Candidate) => candidate is FoundToken {
  return (candidate): candidate is FoundToken => {
    const { user, token } = candidate;
    return user !== null && !user.deleted_at && fits(user[token]) && isFresh(context, user, token, channel);
  };
}

function firstOf([first]: readonly FoundToken[]): FoundToken {
  if (first === undefined) throw new AuthError('otp_expired');
  return first;
}

/** By the token of a link. Throws `otp_expired` for one that is over, used or never was. */
export async function findByLink(
  context: AuthContext,
  tx: Transaction,
  type: MailType,
  hash: string,
): Promise<FoundToken> {
  const expired = () => new AuthError('otp_expired', 'Email link is invalid or has expired');
  const first = await findOneTimeToken(tx, hash, MAIL_TYPES[type]);
  const user = first && (await findUserById(tx, first.user_id, { lock: true }));
  // Looked up again: while we waited for the user's row, somebody else may have used it.
  const token = user && (await findOneTimeToken(tx, hash, MAIL_TYPES[type]));
  if (!user || !token || user.deleted_at) throw expired();
  if (!isFresh(context, user, token.token_type)) throw expired();
  return { user, token: token.token_type };
}

/** Whether a token was sent to the user recently enough. By mail and by text message it lives for different times. */
export function isFresh(
  { settings, now }: AuthContext,
  user: UserRow,
  token: OneTimeTokenType,
  channel: 'mail' | 'sms' = 'mail',
): boolean {
  const seconds = channel === 'mail' ? settings.mailer_otp_exp : settings.sms_otp_exp;
  return now.getTime() < instant(user[tokenColumns(token).sentAt]) + seconds * 1000;
}
