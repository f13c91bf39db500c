import type { FactorRow } from '../store/factors.ts';
import type { IdentityRow } from '../store/identities.ts';
import type { UserRow } from '../store/user-row.ts';
import { time } from './optional-time.ts';
import { presentFactor } from './present-factor.ts';
import { presentIdentity } from './present-identity.ts';

export interface UserParts {
  user: UserRow;
  identities: readonly IdentityRow[];
  factors: readonly FactorRow[];
}
export type PresentedUser = Record<string, unknown>;

/** A user as clients see it. Unset times and changes are left out, unset addresses are ''. */
export function presentUser({ user, identities, factors }: UserParts): PresentedUser {
  return {
    id: user.id,
    aud: user.aud || 'authenticated',
    role: user.role || 'authenticated',
    email: user.email ?? '',
    ...time('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? '',
    ...time('phone_confirmed_at', user.phone_confirmed_at),
    ...time('confirmation_sent_at', user.confirmation_sent_at),
    ...time('confirmed_at', user.confirmed_at),
    ...time('recovery_sent_at', user.recovery_sent_at),
    ...time('invited_at', user.invited_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...time('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...time('phone_change_sent_at', user.phone_change_sent_at),
    ...time('reauthentication_sent_at', user.reauthentication_sent_at),
    ...time('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(factors.length > 0 ? { factors: factors.map(presentFactor) } : {}),
    identities: identities.map(presentIdentity),
    ...time('created_at', user.created_at),
    ...time('updated_at', user.updated_at),
    ...time('banned_until', user.banned_until),
    ...time('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}
