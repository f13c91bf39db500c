import type { ActorContext } from '../access/require-user.ts';
import { isAddressTaken } from '../accounts/create-account.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Channel } from '../messages/send-code.ts';
import type { MailRequest } from '../messages/send-token-mail.ts';
import { loadUserParts, type PresentedUser, presentUser } from '../present/present-user.ts';
import { audit } from '../store/audit-log.ts';
import { listFactors } from '../store/factors.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById, updateUser } from '../store/users.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { changeEmail, changePhone } from './change-address.ts';
import { applyPassword, preparePassword } from './change-password.ts';

/** Changes what a user may change of itself, all or nothing. Returns the user as it is then. */
export async function updateOwnUser(context: ActorContext, update: UserUpdate): Promise<PresentedUser> {
  await checkMayUpdate(context, update);
  // Hashing takes long: it is done before any row is locked.
  const prepared = await preparePassword(context, update);
  try {
    return await context.db.transaction(async (tx) => {
      const user = await findUserById(tx, context.actor.user.id, { lock: true });
      if (!user) throw new AuthError('user_not_found', undefined, { status: 403 });
      const withPassword = prepared ? await applyPassword(context, tx, user, prepared) : user;
      const changed = await applyRest(context, tx, withPassword, update);
      await audit(context, tx, 'user_modified', changed);
      return presentUser(await loadUserParts(tx, changed));
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw new AuthError(update.phone ? 'phone_exists' : 'email_exists', undefined, { cause: error });
  }
}

async function applyRest(
  context: ActorContext,
  tx: Transaction,
  user: UserRow,
  { email, phone, data, channel, mail }: UserUpdate,
): Promise<UserRow> {
  let changed = user;
  if (data) {
    const metadata = mergeMetadata(user.raw_user_meta_data ?? {}, data);
    changed = await updateUser(tx, context.now, user.id, { raw_user_meta_data: metadata });
  }
  if (email && email !== changed.email?.toLowerCase())
    changed = await changeEmail(context, tx, changed, email, mail);
  if (phone && phone !== changed.phone) changed = await changePhone(context, tx, changed, phone, channel);
  return changed;
}

/** Throws `user_sso_managed`, `insufficient_aal`, `validation_failed`. */
async function checkMayUpdate(
  { actor, db }: ActorContext,
  { email, phone, password }: UserUpdate,
): Promise<void> {
  const { user, session } = actor;
  if (user.is_sso_user && (email || phone || password)) throw new AuthError('user_sso_managed');
  if (user.is_anonymous && password && !email && !phone && !user.email && !user.phone)
    throw new AuthError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  if (!email && !phone && !password) return;
  const factors = await listFactors(db, user.id);
  const hasFactor = factors.some(({ status }) => status === 'verified');
  if (hasFactor && (session?.aal ?? 'aal1') === 'aal1')
    throw new AuthError(
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
      { status: 401 },
    );
}

/** Metadata with changes: null removes a key, anything else replaces it. */
export function mergeMetadata(before: JsonObject, changes: JsonObject): JsonObject {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    entries.filter(([key]) => !(Object.hasOwn(changes, key) && changes[key] === null)),
  );
}

/** What a user wants to change of itself; null stays as it is. */
export interface UserUpdate {
  email: string | null;
  phone: string | null;
  password: string | null;
  currentPassword: string | null;
  nonce: string | null;
  data: JsonObject | null;
  channel: Channel;
  mail: MailRequest;
}
