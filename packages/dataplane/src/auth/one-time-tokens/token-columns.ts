import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { UserRow } from '../store/user-row.ts';

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
