import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { audit } from '../../store/audit-log.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';
import { insertUser, type NewUserColumns } from '../../store/users.ts';
import type { UserFields } from './read-user-fields.ts';
import {
  checkFree,
  givenPasswordHash,
  mergeMetadata,
  rethrowConflict,
  writeOwnIdentities,
} from './user-changes.ts';

/**
 * A user made by an administrator, signed up or not. Without a password nobody can sign in by one.
 * @throws {AuthError} validation_failed, weak_password, email_exists, phone_exists, conflict (id)
 */
export async function createUser(context: AuthContext, fields: UserFields): Promise<UserRow> {
  if (fields.email === null && fields.phone === null)
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone');
  const passwordHash = await givenPasswordHash(context, fields);
  return context.db
    .transaction(async (tx) => {
      const user = await addUser(context, tx, fields, { encrypted_password: passwordHash ?? '' });
      const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' };
      await audit(context, tx, 'user_signedup', null, traits);
      return user;
    })
    .catch(rethrowConflict);
}

/** The rows of a new user: in `auth.users` and the own identities. */
async function addUser(
  context: AuthContext,
  tx: Transaction,
  fields: UserFields,
  columns: UserChanges,
): Promise<UserRow> {
  await checkFree(tx, fields);
  const user = await insertUser(tx, context.now, { ...newColumns(fields, context.now), ...columns });
  await writeOwnIdentities(tx, context.now, user, fields);
  return user;
}

/** The columns of a new user by what was said of them; the password is not among them. */
export function newColumns(fields: UserFields, now: Date): NewUserColumns {
  const providers = [
    ...(fields.email === null ? [] : ['email']),
    ...(fields.phone === null ? [] : ['phone']),
  ];
  const metadata = fields.emailConfirm
    ? { ...fields.userMetadata, email_verified: true }
    : fields.userMetadata;
  return {
    ...(fields.id === null ? {} : { id: fields.id }),
    email: fields.email,
    phone: fields.phone,
    aud: fields.aud ?? 'authenticated',
    role: fields.role ?? 'authenticated',
    email_confirmed_at: fields.emailConfirm && fields.email !== null ? now.toISOString() : null,
    phone_confirmed_at: fields.phoneConfirm && fields.phone !== null ? now.toISOString() : null,
    banned_until: fields.ban && fields.ban.until !== 'none' ? fields.ban.until.toISOString() : null,
    raw_app_meta_data: mergeMetadata({ provider: providers[0], providers }, fields.appMetadata ?? {}),
    raw_user_meta_data: mergeMetadata({}, metadata ?? {}),
  };
}
