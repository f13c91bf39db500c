import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { fitsOtp } from '../one-time-tokens/make-token.ts';
import { limitGuesses } from '../rate-limits/check-limits.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserByEmail, findUserByPhone, listUsersByToken } from '../store/users.ts';
import type { FoundToken } from './found-token.ts';
import { isFresh } from './is-fresh.ts';
import { MAIL_TYPES, type MailType, type PhoneType } from './verification-types.ts';

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
  return fitting(context, candidates, email, code, 'mail');
}

/** By the digits that were sent to a phone. Throws `otp_expired`, `over_request_rate_limit`. */
export async function findBySentCode(
  context: AuthContext,
  tx: Transaction,
  { type, phone, code }: { type: PhoneType; phone: string; code: string },
): Promise<FoundToken> {
  limitGuesses(context, phone);
  const candidates: Candidate[] =
    type === 'sms'
      ? [{ user: await findUserByPhone(tx, phone, LOCK), token: 'confirmation_token' }]
      : (await listUsersByToken(tx, 'phone_change_token', phone)).map((user) => ({
          user,
          token: 'phone_change_token',
        }));
  return fitting(context, candidates, phone, code, 'sms');
}

interface Candidate {
  user: UserRow | null;
  token: OneTimeTokenType;
}

function fitting(
  context: AuthContext,
  candidates: readonly Candidate[],
  address: string,
  code: string,
  channel: 'mail' | 'sms',
): FoundToken {
  for (const { user, token } of candidates) {
    if (!user || user.deleted_at || !fitsOtp(user[token], address, code)) continue;
    if (isFresh(context, user, token, channel)) return { user, token };
  }
  throw new AuthError('otp_expired');
}
