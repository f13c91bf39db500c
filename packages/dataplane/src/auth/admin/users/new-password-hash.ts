import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { hashKind } from '../../passwords/hash-kind.ts';
import { refuseLeakedPassword } from '../../passwords/leaked-password.ts';
import { checkNewPassword } from '../../passwords/password-rules.ts';
import type { UserFields } from './read-user-fields.ts';

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
        'The password hash must be a bcrypt or argon2 hash of usual cost, at most 255 characters long',
      );
    return passwordHash;
  }
  if (password === null) return null;
  checkNewPassword(password, context.settings);
  await refuseLeakedPassword(context, password);
  return context.passwords.hash(password);
}
