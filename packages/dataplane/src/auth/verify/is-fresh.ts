import type { AuthContext } from '../auth-context.ts';
import { tokenColumns } from '../one-time-tokens/token-columns.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import { instant } from '../store/times.ts';
import type { UserRow } from '../store/user-row.ts';

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
