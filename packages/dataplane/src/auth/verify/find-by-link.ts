import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { findOneTimeToken } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/transaction.ts';
import { findUserById } from '../store/users.ts';
import type { FoundToken } from './found-token.ts';
import { isFresh } from './is-fresh.ts';
import { MAIL_TYPES, type MailType } from './verification-types.ts';

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
