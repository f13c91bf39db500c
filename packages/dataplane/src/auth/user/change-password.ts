import type { ActorContext } from '../access/require-user.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { fitsJudged, judgeCode } from '../messages/judge-code.ts';
import { notify } from '../messages/notify.ts';
import { refuseLeakedPassword } from '../passwords/leaked-password.ts';
import { checkNewPassword } from '../passwords/password-rules.ts';
import { limitGuesses } from '../rate-limits/check-limits.ts';
import { audit } from '../store/audit-log.ts';
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { deleteSessions } from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import { instant } from '../store/write-row.ts';
import { isFresh } from '../verify/find-token.ts';
import type { UserUpdate } from './update-own-user.ts';

export interface PreparedPassword {
  hash: string;
  /** The hash that was there when it was judged. */
  before: string | null;
}

const DAY_MS = 86_400_000;

/**
 * Checks a new password and who wants it, and hashes it; null when the update has none. Throws `weak_password`,
 * `same_password`, `current_password_required`, `current_password_invalid`, `reauthentication_needed`,
 * `reauthentication_not_valid`.
 */
export async function preparePassword(
  context: ActorContext,
  update: UserUpdate,
): Promise<PreparedPassword | null> {
  const { password } = update;
  if (password === null) return null;
  const { settings, passwords, actor } = context;
  checkNewPassword(password, settings);
  await refuseLeakedPassword(context, password);
  await checkIdentityAgain(context, update);
  const before = actor.user.encrypted_password;
  if (before && (await passwords.verify(before, password))) throw new AuthError('same_password');
  return { hash: await passwords.hash(password), before };
}

/** Nobody who merely found an open browser may set another password. */
async function checkIdentityAgain(
  context: ActorContext,
  { nonce, currentPassword }: UserUpdate,
): Promise<void> {
  const { user } = context.actor;
  if (currentPassword) {
    limitGuesses(context, `password ${user.id}`);
    if (await context.passwords.verify(user.encrypted_password, currentPassword)) return;
    throw new AuthError('current_password_invalid');
  }
  if (!needsReauthentication(context)) return;
  // Without a proven address there is nowhere to send a code to.
  if (!user.confirmed_at && user.encrypted_password) throw new AuthError('current_password_required');
  if (!nonce) throw new AuthError('reauthentication_needed');
  await checkNonce(context, user, nonce);
}

function needsReauthentication({ settings, now, actor }: ActorContext): boolean {
  if (!settings.security_update_password_require_reauthentication) return false;
  const since = instant(actor.session?.created_at ?? null);
  return !(now.getTime() < since + DAY_MS);
}

async function checkNonce(context: AuthContext, user: UserRow, nonce: string): Promise<void> {
  const channel = user.email ? 'mail' : 'sms';
  const address = user.email || user.phone || '';
  limitGuesses(context, address);
  const judgement = channel === 'sms' ? await judgeCode(context, address, nonce) : null;
  const fits = fitsJudged(user.reauthentication_token, address, nonce, judgement);
  if (!fits || !isFresh(context, user, 'reauthentication_token', channel))
    throw new AuthError('reauthentication_not_valid');
}

/** Sets the password. All links and codes that were sent are void, and the user is signed out everywhere else. */
export async function applyPassword(
  context: ActorContext,
  tx: Transaction,
  user: UserRow,
  { hash, before }: PreparedPassword,
): Promise<UserRow> {
  if (user.encrypted_password !== before) throw new AuthError('conflict');
  const changed = await updateUser(tx, context.now, user.id, {
    encrypted_password: hash,
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    phone_change_token: '',
    reauthentication_token: '',
    reauthentication_sent_at: null,
  });
  await deleteOneTimeTokens(tx, user.id);
  const { session } = context.actor;
  await deleteSessions(tx, user.id, session ? { except: session.id } : 'all');
  await audit(context, tx, 'user_updated_password', changed);
  notify(context, tx, 'password_changed', changed);
  return changed;
}
