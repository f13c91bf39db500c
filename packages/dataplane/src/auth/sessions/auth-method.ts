import type { UserRow } from '../store/user-row.ts';
import { instant } from '../store/write-row.ts';

/** How somebody proved who they are: the `method` of `amr`, and `authentication_method` of a flow. */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'recovery'
  | 'invite'
  | 'sso/saml'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'token_refresh'
  | 'anonymous'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'web3'
  | 'passkey'
  | 'oauth_provider/authorization_code';

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return instant(user.banned_until) > now.getTime();
}
