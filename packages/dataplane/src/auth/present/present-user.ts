import { type FactorRow, listFactors } from '../store/factors.ts';
import { type IdentityRow, listIdentities } from '../store/identities.ts';
import type { Executor } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { isoTime, type TimeText } from '../store/write-row.ts';

/** A field with a time, left out when there is none. */
export function time(name: string, value: TimeText): Record<string, string> {
  return value ? { [name]: isoTime(value) } : {};
}

/** A second factor as clients see it: never its secret. */
export function presentFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: isoTime(factor.created_at),
    updated_at: isoTime(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...time('last_challenged_at', factor.last_challenged_at),
  };
}

/** An identity as clients see it: `id` is the provider's. */
function presentIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at && isoTime(identity.last_sign_in_at),
    ...time('created_at', identity.created_at),
    ...time('updated_at', identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  };
}

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

/** A user with all that is shown with it. */
export async function loadUserParts(db: Executor, user: UserRow): Promise<UserParts> {
  const identities = await listIdentities(db, user.id);
  const factors = await listFactors(db, user.id);
  return { user, identities, factors };
}
