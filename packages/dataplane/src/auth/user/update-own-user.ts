import type { ActorContext } from '../access/require-user.ts';
import { isAddressTaken } from '../accounts/retry-taken.ts';
import { AuthError } from '../errors/auth-error.ts';
import { loadUserParts } from '../present/load-user-parts.ts';
import { type PresentedUser, presentUser } from '../present/present-user.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById, updateUser } from '../store/users.ts';
import { changeEmail, changePhone } from './change-address.ts';
import { applyPassword, preparePassword } from './change-password.ts';
import { checkMayUpdate } from './may-update.ts';
import { mergeMetadata } from './merge-metadata.ts';
import type { UserUpdate } from './user-update.ts';

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
