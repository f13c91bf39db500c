import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { UserRow } from '../store/user-row.ts';

/** A token that somebody presented, and the user (whose row is locked) it was sent to. It has not expired. */
export interface FoundToken {
  user: UserRow;
  token: OneTimeTokenType;
}
