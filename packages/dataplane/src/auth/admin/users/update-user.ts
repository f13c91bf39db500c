import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { audit } from '../../store/audit-log.ts';
import { deleteOneTimeTokens } from '../../store/one-time-tokens.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { deleteSessions } from '../../store/sessions.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';
import { findUserById, updateUser } from '../../store/users.ts';
import type { UserFields } from './read-user-fields.ts';
import {
  checkFree,
  givenPasswordHash,
  mergeMetadata,
  rethrowConflict,
  writeOwnIdentities,
} from './user-changes.ts';

/**
 * Changes what was said about a user and nothing else. A new password ends all sessions.
 * @throws {AuthError} user_not_found, validation_failed, weak_password, email_exists, phone_exists
 */
export async function changeUser(context: AuthContext, id: string, fields: UserFields): Promise<UserRow> {
  const passwordHash = await givenPasswordHash(context, fields);
  return context.db
    .transaction(async (tx) => {
      const user = await findUserById(tx, id, { lock: true });
      if (!user) throw new AuthError('user_not_found');
      await checkFree(tx, fields, id);
      const providers = await writeOwnIdentities(tx, context.now, user, confirmed(user, fields));
      const changes = { ...columns(context.now, user, fields), ...metadata(user, fields, providers) };
      const changed = await updateUser(tx, context.now, id, {
        ...changes,
        ...(passwordHash === null ? {} : { encrypted_password: passwordHash }),
      });
      if (passwordHash !== null) await deleteSessions(tx, id);
      await dropTokens(tx, id, fields, passwordHash !== null);
      const traits = { user_id: id, user_email: changed.email ?? '', user_phone: changed.phone ?? '' };
      await audit(context, tx, 'user_modified', null, traits);
      return changed;
    })
    .catch(rethrowConflict);
}

/** Confirming alone concerns the address the user has already. */
function confirmed(user: UserRow, fields: UserFields): UserFields {
  return {
    ...fields,
    email: fields.email ?? ((fields.emailConfirm && user.email) || null),
    phone: fields.phone ?? ((fields.phoneConfirm && user.phone) || null),
  };
}

function confirmsEmail(user: UserRow, fields: UserFields): boolean {
  return fields.emailConfirm && Boolean(fields.email ?? user.email);
}

function columns(now: Date, user: UserRow, fields: UserFields): UserChanges {
  const time = now.toISOString();
  const { email, phone, role, aud, ban } = fields;
  return {
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    ...(role === null ? {} : { role }),
    ...(aud === null ? {} : { aud }),
    ...(confirmsEmail(user, fields) ? { email_confirmed_at: user.email_confirmed_at ?? time } : {}),
    ...(fields.phoneConfirm && (phone ?? user.phone)
      ? { phone_confirmed_at: user.phone_confirmed_at ?? time }
      : {}),
    ...(ban === null ? {} : { banned_until: ban.until === 'none' ? null : ban.until.toISOString() }),
    ...(user.is_anonymous && (email !== null || phone !== null) ? { is_anonymous: false } : {}),
  };
}

function metadata(user: UserRow, fields: UserFields, providers: readonly string[]): UserChanges {
  const app = { ...user.raw_app_meta_data };
  if (fields.email !== null || fields.phone !== null) {
    app.provider ??= providers[0];
    app.providers = providers;
  }
  const verified = confirmsEmail(user, fields) ? { email_verified: true } : {};
  return {
    raw_app_meta_data: mergeMetadata(app, fields.appMetadata ?? {}),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { ...fields.userMetadata, ...verified }),
  };
}

/** Links that were sent before lead to what the user was before. */
async function dropTokens(
  tx: Transaction,
  id: string,
  fields: UserFields,
  newPassword: boolean,
): Promise<void> {
  if (fields.email === null && fields.phone === null && !fields.emailConfirm && !newPassword) return;
  await deleteOneTimeTokens(tx, id);
  await tx.query(
    `update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '',
       email_change_token_current = '', phone_change_token = '', reauthentication_token = '' where id = $1`,
    [id],
  );
}
