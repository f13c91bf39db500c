import { signToken } from '../../../tokens/sign-token.ts';
import type { AuthContext } from '../../auth-context.ts';
import { issuer } from '../../sessions/access-token.ts';
import type { UserRow } from '../../store/user-row.ts';
import { instant } from '../../store/write-row.ts';
import type { Scope } from '../scopes.ts';

const LIFE = 3_600;

/** A token that tells an application who its user is (OpenID Connect). */
export function signIdToken(
  context: AuthContext,
  user: UserRow,
  { clientId, scopes, nonce }: { clientId: string; scopes: readonly Scope[]; nonce: string | null },
): Promise<string> {
  const now = Math.floor(context.now.getTime() / 1000);
  return signToken(context.project.signingKey, {
    iss: issuer(context),
    sub: user.id,
    aud: clientId,
    iat: now,
    exp: now + LIFE,
    auth_time: Math.floor((instant(user.last_sign_in_at) || context.now.getTime()) / 1000),
    ...(nonce === null ? {} : { nonce }),
    client_id: clientId,
    email_verified: user.email_confirmed_at !== null,
    phone_number_verified: user.phone_confirmed_at !== null,
    ...(scopes.includes('email') && user.email ? { email: user.email } : {}),
    ...(scopes.includes('phone') && user.phone ? { phone_number: user.phone } : {}),
    ...(scopes.includes('profile') ? profileClaims(user) : {}),
  });
}

/** What a user says of themselves, under the names of OpenID Connect. */
export function profileClaims(user: UserRow): Record<string, unknown> {
  const data = user.raw_user_meta_data ?? {};
  const said = (...names: string[]) =>
    names.map((name) => data[name]).find((value) => typeof value === 'string' && value !== '');
  const [name, picture, username] = [
    said('name') ?? user.email,
    said('picture', 'avatar_url'),
    said('preferred_username', 'username'),
  ];
  return {
    ...(name ? { name } : {}),
    ...(picture ? { picture } : {}),
    ...(username ? { preferred_username: username } : {}),
    updated_at: Math.floor((instant(user.updated_at) || 0) / 1000),
  };
}
