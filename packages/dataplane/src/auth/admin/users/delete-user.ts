import { createHash } from 'node:crypto';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { audit } from '../../store/audit-log.ts';
import { type IdentityRow, listIdentities, updateIdentity } from '../../store/identities.ts';
import { deleteOneTimeTokens } from '../../store/one-time-tokens.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { deleteSessions } from '../../store/sessions.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';
import { findUserById, updateUser } from '../../store/users.ts';

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
  await tx.query('delete from auth.webauthn_credentials where user_id = $1', [user.id]);
  for (const identity of await listIdentities(tx, user.id)) {
    const provider_id = scrambledProviderId(identity);
    await updateIdentity(tx, now, identity.id, { provider_id, identity_data: {} });
  }
  await updateUser(tx, now, user.id, scrambledUser(user, now));
}

const PHONE_LENGTH = 15;

/**
 * What is left of a user who was deleted softly: the id, to which other rows refer, and values that cannot be read back
 * but are still unique.
 */
function scrambledUser(user: UserRow, now: Date): UserChanges {
  const hide = (text: string | null) => (text ? scramble(user.id, text) : text);
  const hidePhone = (text: string | null) => hide(text)?.slice(0, PHONE_LENGTH) ?? text;
  return {
    email: hide(user.email),
    phone: hidePhone(user.phone),
    email_change: hide(user.email_change),
    phone_change: hidePhone(user.phone_change),
    encrypted_password: '',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    phone_change_token: '',
    reauthentication_token: '',
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    deleted_at: now.toISOString(),
  };
}

/** The provider's id of a deleted user's identity: the person can come back as a new user. */
function scrambledProviderId(identity: Pick<IdentityRow, 'user_id' | 'provider_id'>): string {
  return scramble(identity.user_id, identity.provider_id);
}

function scramble(userId: string, text: string): string {
  return createHash('sha256').update(`${userId}${text}`).digest('base64url');
}
