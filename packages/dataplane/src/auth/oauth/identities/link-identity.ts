import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { notify } from '../../messages/notify.ts';
import { isBanned } from '../../sessions/auth-method.ts';
import { audit } from '../../store/audit-log.ts';
import { findIdentity } from '../../store/identities.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';
import { findUserByEmail, findUserById, updateUser } from '../../store/users.ts';
import { type Arrival, withProvider } from '../accounts/arrival.ts';
import { addIdentity } from '../accounts/find-or-create-user.ts';

type NewIdentity = Pick<Arrival, 'provider' | 'profile'>;

/**
 * Adds an identity to a user who asked for it. Whoever had no address gets the provider's if it is verified, and an
 * anonymous user is no longer one. Throws `manual_linking_disabled`, `identity_already_exists`, `email_exists`,
 * `user_not_found`, `user_banned`.
 */
export async function linkIdentity(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  added: NewIdentity,
): Promise<UserRow> {
  const { now, settings } = context;
  if (!settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled');
  const user = await findUserById(tx, userId, { lock: true });
  if (!user || user.deleted_at !== null) throw new AuthError('user_not_found', undefined, { status: 403 });
  if (isBanned(user, now)) throw new AuthError('user_banned');
  const existing = await findIdentity(tx, added.provider, added.profile.subject);
  if (existing) {
    const whose = existing.user_id === user.id ? '' : ' to another user';
    throw new AuthError('identity_already_exists', `Identity is already linked${whose}`);
  }
  await addIdentity(context, tx, user, added);
  await audit(context, tx, 'identity_linked', user, { provider: added.provider });
  notify(context, tx, 'identity_linked', user, { Provider: added.provider });
  return await updateUser(tx, now, user.id, {
    ...(await addressFrom(tx, now, user, added)),
    is_anonymous: false,
    raw_user_meta_data: { ...added.profile.data, ...user.raw_user_meta_data },
    raw_app_meta_data: withProvider(user.raw_app_meta_data, added.provider),
  });
}

async function addressFrom(
  tx: Transaction,
  now: Date,
  user: UserRow,
  { profile: { email, emailVerified } }: NewIdentity,
): Promise<UserChanges> {
  if (user.email || email === null || !emailVerified) return {};
  if (await findUserByEmail(tx, email)) throw new AuthError('email_exists');
  return { email, email_confirmed_at: now.toISOString() };
}
