import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { isBanned } from '../../sessions/is-banned.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { updateUser } from '../../store/users.ts';
import type { Arrival } from './arrival.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { withProvider } from './provider-metadata.ts';
import { reclaimAccount } from './reclaim-account.ts';

/**
 * The user a person from a provider signs in as: found, linked by a verified address, or created. Throws
 * `signup_disabled`, `user_banned`, `provider_email_needs_verification`, `unexpected_failure` (no address).
 */
export async function signInByProvider(
  context: AuthContext,
  tx: Transaction,
  arrival: Arrival,
): Promise<UserRow> {
  const { now, settings } = context;
  const { profile, provider } = arrival;
  const found = await findOrCreateUser(context, tx, arrival);
  if (isBanned(found.user, now)) throw new AuthError('user_banned');
  const proved =
    found.user.email_confirmed_at === null &&
    profile.emailVerified &&
    profile.email === found.user.email?.toLowerCase();
  const owned = proved ? await reclaimAccount(tx, now, found.user, found.identity) : found.user;
  const user = await updateUser(tx, now, owned.id, {
    raw_user_meta_data: { ...owned.raw_user_meta_data, ...profile.data },
    raw_app_meta_data: withProvider(owned.raw_app_meta_data, provider),
    ...(needsConfirmation(owned) && settings.mailer_autoconfirm
      ? { email_confirmed_at: now.toISOString() }
      : {}),
  });
  if (needsConfirmation(user) && !settings.mailer_allow_unverified_email_sign_ins) {
    await askToConfirm(context, tx, user, arrival);
  }
  await audit(context, tx, 'login', user, { provider });
  return user;
}

/** A user without any address was let in on purpose. */
function needsConfirmation(user: UserRow): boolean {
  return user.confirmed_at === null && Boolean(user.email);
}
