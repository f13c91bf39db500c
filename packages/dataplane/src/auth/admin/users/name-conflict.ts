import { QueryError } from '@basalt/postgres';
import { AuthError } from '../../errors/auth-error.ts';
import type { Executor } from '../../store/transaction.ts';
import { findUserByEmail, findUserByPhone } from '../../store/users.ts';
import type { UserFields } from './read-user-fields.ts';

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
