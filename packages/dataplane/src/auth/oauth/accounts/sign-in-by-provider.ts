import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { sendTokenMail } from '../../messages/send-token-mail.ts';
import { isBanned } from '../../sessions/auth-method.ts';
import { audit } from '../../store/audit-log.ts';
import type { IdentityRow } from '../../store/identities.ts';
import { deleteOneTimeTokens } from '../../store/one-time-tokens.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { deleteSessions } from '../../store/sessions.ts';
import type { UserRow } from '../../store/user-row.ts';
import { updateUser } from '../../store/users.ts';
import { type Arrival, withProvider } from './arrival.ts';
import { findOrCreateUser } from './find-or-create-user.ts';

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

/**
 * Mails a link to an address that the provider does not vouch for, and refuses the sign-in: the user stays, and gets in
 * once the link was followed. Always throws: `provider_email_needs_verification`, or that a mail was just sent.
 */
async function askToConfirm(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { provider, redirectTo, challenge }: Arrival,
): Promise<never> {
  await sendTokenMail(context, tx, user, 'signup', { redirectTo, challenge });
  throw new AuthError(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    { keepChanges: true },
  );
}

/**
 * Hands an account whose address nobody had confirmed to the person who now proved to own the address. The
 * address counts as confirmed from now on. Somebody else may have made the account and be waiting: password, other ways in, sessions, factors and data they left all go.
 */
async function reclaimAccount(
  tx: Transaction,
  now: Date,
  user: UserRow,
  keep: Pick<IdentityRow, 'id' | 'provider'>,
): Promise<UserRow> {
  await tx.query('delete from auth.identities where user_id = $1 and id <> $2', [user.id, keep.id]);
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
  await deleteSessions(tx, user.id);
  await deleteOneTimeTokens(tx, user.id);
  return await updateUser(tx, now, user.id, {
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: { ...user.raw_app_meta_data, provider: keep.provider, providers: [keep.provider] },
    email_confirmed_at: now.toISOString(),
    phone: null,
    phone_confirmed_at: null,
    phone_change: '',
    phone_change_token: '',
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    confirmation_token: '',
    recovery_token: '',
    reauthentication_token: '',
  });
}
