import { QueryError } from '@basalt/postgres';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { refuseLeakedPassword } from '../../passwords/leaked-password.ts';
import { hashKind } from '../../passwords/password-hasher.ts';
import { checkNewPassword } from '../../passwords/password-rules.ts';
import { insertIdentity, listIdentities, updateIdentity } from '../../store/identities.ts';
import type { Executor, Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserByEmail, findUserByPhone } from '../../store/users.ts';
import type { JsonObject } from '../../wire/read-body.ts';
import type { UserFields } from './read-user-fields.ts';

type Addresses = Pick<UserFields, 'email' | 'phone' | 'emailConfirm' | 'phoneConfirm'>;

/**
 * Writes the addresses that were given into the user's own identities (`email`, `phone`), which are made where missing.
 * Returns the providers the user can sign in by.
 */
export async function writeOwnIdentities(
  tx: Transaction,
  now: Date,
  user: Pick<UserRow, 'id'>,
  addresses: Addresses,
): Promise<string[]> {
  const known = await listIdentities(tx, user.id);
  const wanted = wantedIdentities(addresses);
  for (const { provider, data } of wanted) {
    const identity = known.find((row) => row.provider === provider);
    const identity_data = { ...(identity?.identity_data ?? nothingVerified(user.id)), ...data };
    if (identity) await updateIdentity(tx, now, identity.id, { identity_data });
    else await insertIdentity(tx, now, { provider, provider_id: user.id, user_id: user.id, identity_data });
  }
  return [...new Set([...known.map((row) => row.provider), ...wanted.map((row) => row.provider)])];
}

function wantedIdentities({ email, phone, emailConfirm, phoneConfirm }: Addresses) {
  return [
    ...(email === null ? [] : [{ provider: 'email', data: { email, email_verified: emailConfirm } }]),
    ...(phone === null ? [] : [{ provider: 'phone', data: { phone, phone_verified: phoneConfirm } }]),
  ];
}

const nothingVerified = (sub: string) => ({ sub, email_verified: false, phone_verified: false });

/** The own identities of a new user, as rows. */
export function ownIdentities(userId: string, addresses: Addresses) {
  return wantedIdentities(addresses).map(({ provider, data }) => ({
    provider,
    provider_id: userId,
    user_id: userId,
    identity_data: { ...nothingVerified(userId), ...data },
  }));
}

const UNIQUE_VIOLATION = '23505';

/** Throws `email_exists` or `phone_exists` when somebody else has the address or the number. */
export async function checkFree(
  db: Executor,
  { email, phone }: Pick<UserFields, 'email' | 'phone'>,
  ownId: string | null = null,
): Promise<void> {
  const [byEmail, byPhone] = [
    email === null ? null : await findUserByEmail(db, email),
    phone === null ? null : await findUserByPhone(db, phone),
  ];
  if (byEmail && byEmail.id !== ownId) throw new AuthError('email_exists');
  if (byPhone && byPhone.id !== ownId) throw new AuthError('phone_exists');
}

/** The same said by the database, when two requests came at once. Other failures are thrown as they are. */
export function rethrowConflict(error: unknown): never {
  if (!(error instanceof QueryError) || error.code !== UNIQUE_VIOLATION) throw error;
  const code = CODES[error.constraint ?? ''] ?? 'conflict';
  throw new AuthError(code, code === 'conflict' ? 'A user with this id exists already' : undefined, {
    cause: error,
  });
}

const CODES: Readonly<Record<string, 'email_exists' | 'phone_exists'>> = {
  users_email_partial_key: 'email_exists',
  users_phone_key: 'phone_exists',
};

type PasswordFields = Pick<UserFields, 'password' | 'passwordHash'>;

/**
 * What to store for the password or the hash that was given; null when neither was. A hash is taken as it is, so that
 * users can move here with their passwords.
 * @throws {AuthError} weak_password; validation_failed for a hash that no password could be checked against
 */
export async function givenPasswordHash(
  context: AuthContext,
  { password, passwordHash }: PasswordFields,
): Promise<string | null> {
  if (passwordHash !== null) {
    if (passwordHash.length > 255 || hashKind(passwordHash) === 'unknown')
      throw new AuthError(
        'validation_failed',
        'The password hash must be a bcrypt, argon2, scrypt or Firebase ($fbscrypt$) hash of usual cost, at most 255 characters long',
      );
    return passwordHash;
  }
  if (password === null) return null;
  checkNewPassword(password, context.settings);
  await refuseLeakedPassword(context, password);
  return context.passwords.hash(password);
}

/** Metadata with changes: fields that are not named stay, fields that are null go. */
export function mergeMetadata(current: JsonObject | null, changes: JsonObject): JsonObject {
  const merged = Object.entries({ ...current, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
