import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import { type OneTimeTokenType, putOneTimeToken } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';

/** Digits for people to type in. */
export function newOtp(length: number): string {
  return Array.from({ length: Math.min(10, Math.max(6, length)) }, () => randomInt(10)).join('');
}

/** What is stored of a code that was sent to an address, however somebody wrote it: `+49 …`, `Anna@…`. */
export function otpHash(address: string, otp: string): string {
  const written = address.toLowerCase().replace(/^\+/, '');
  return createHash('sha224').update(written).update(otp).digest('hex');
}

const PKCE_PREFIX = 'pkce_';

/** The token of a link: nothing about it can be guessed from the digits in the same mail. */
function newLinkToken(pkce: boolean): string {
  return `${pkce ? PKCE_PREFIX : ''}${randomBytes(28).toString('hex')}`;
}

/** Whether the browser that asked for the link keeps a verifier. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

/** Whether a stored hash belongs to these digits. Hashes of other software may have the prefix too. */
export function fitsOtp(stored: string | null, address: string, otp: string): boolean {
  if (!stored) return false;
  const plain = isPkceToken(stored) ? stored.slice(PKCE_PREFIX.length) : stored;
  const [one, other] = [Buffer.from(plain), Buffer.from(otpHash(address, otp))];
  return one.length === other.length && timingSafeEqual(one, other);
}

interface TokenColumns {
  token: OneTimeTokenColumn;
  sentAt: keyof UserRow & `${string}_sent_at`;
}
type OneTimeTokenColumn = keyof UserRow & OneTimeTokenType;

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
} as const satisfies Record<OneTimeTokenType, TokenColumns['sentAt']>;

/** The columns of `auth.users` that hold the digits' hash and the time of a token. */
export function tokenColumns(type: OneTimeTokenType): TokenColumns {
  return { token: type, sentAt: SENT_AT[type] };
}

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
