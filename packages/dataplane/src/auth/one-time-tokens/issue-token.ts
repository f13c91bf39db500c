import type { AuthContext } from '../auth-context.ts';
import { type OneTimeTokenType, putOneTimeToken } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserChanges, UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import { newLinkToken, newOtp, otpHash } from './make-token.ts';
import { tokenColumns } from './token-columns.ts';

export interface NewToken {
  type: OneTimeTokenType;
  /** Where it is sent. */
  address: string;
  /** The link ends with a code instead of tokens. */
  pkce?: boolean;
  /** Digits; default as the settings say for mail. */
  length?: number;
  /** A code that is agreed in advance, for tests of apps. */
  fixedOtp?: string | undefined;
  /** Further columns of the user to set at once. */
  changes?: UserChanges;
}

export interface IssuedToken {
  user: UserRow;
  otp: string;
  tokenHash: string;
}

/** Makes a token in place of an earlier one of its type and notes when it was sent. Sends nothing. */
export async function issueToken(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  { type, address, pkce = false, length, fixedOtp, changes = {} }: NewToken,
): Promise<IssuedToken> {
  const otp = fixedOtp ?? newOtp(length ?? context.settings.mailer_otp_length);
  const tokenHash = newLinkToken(pkce);
  const columns = tokenColumns(type);
  const user = await updateUser(tx, context.now, userId, {
    ...changes,
    [columns.token]: otpHash(address, otp),
    [columns.sentAt]: context.now.toISOString(),
  });
  await putOneTimeToken(tx, context.now, { userId, type, hash: tokenHash, relatesTo: address.toLowerCase() });
  return { user, otp, tokenHash };
}
