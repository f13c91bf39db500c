import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { audit } from '../../store/audit-log.ts';
import { listIdentities, updateIdentity } from '../../store/identities.ts';
import { deleteOneTimeTokens } from '../../store/one-time-tokens.ts';
import { deleteSessions } from '../../store/sessions.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserById, updateUser } from '../../store/users.ts';
import { scrambledProviderId, scrambledUser } from './scramble-user.ts';

/**
 * Deletes a user with all that hangs on them. Softly: the row stays, with nothing in it that says who it was.
 * @throws {AuthError} user_not_found
 */
export async function deleteUser(context: AuthContext, id: string, softly: boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUserById(tx, id, { lock: true });
    if (!user) throw new AuthError('user_not_found');
    const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' };
    await audit(context, tx, 'user_deleted', null, traits);
    if (!softly) await tx.query('delete from auth.users where id = $1', [id]).catch(rethrowReference);
    else if (user.deleted_at === null) await hideUser(tx, context.now, user);
  });
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The project's own tables may refer to users and not say what becomes of their rows. */
function rethrowReference(error: unknown): never {
  const { code, schema, table } = error as { code?: unknown; schema?: unknown; table?: unknown };
  if (code !== FOREIGN_KEY_VIOLATION) throw error;
  throw new AuthError(
    'conflict',
    `Rows of the table ${schema}.${table} refer to this user. Delete them first, give the foreign key "on delete cascade", or delete the user softly.`,
    { cause: error },
  );
}

async function hideUser(tx: Transaction, now: Date, user: UserRow): Promise<void> {
  await deleteSessions(tx, user.id);
  await deleteOneTimeTokens(tx, user.id);
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
  for (const identity of await listIdentities(tx, user.id)) {
    const provider_id = scrambledProviderId(identity);
    await updateIdentity(tx, now, identity.id, { provider_id, identity_data: {} });
  }
  await updateUser(tx, now, user.id, scrambledUser(user, now));
}
