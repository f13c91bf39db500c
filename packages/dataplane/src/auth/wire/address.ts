import { AuthError } from '../errors/auth-error.ts';
import type { Executor } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserByEmail, findUserByPhone } from '../store/users.ts';
import { emailAddress } from './email-address.ts';
import { phoneNumber } from './phone-number.ts';
import type { Fields } from './read-body.ts';

/** What a person signs in with. */
export type Address = { kind: 'email'; value: string } | { kind: 'phone'; value: string };

/** From the fields `email` and `phone`, of which there must be one; null when there is none. Throws `validation_failed`. */
export function readAddress(body: Fields, whatFor: string): Address | null {
  const [email, phone] = [body.text('email'), body.text('phone')];
  if (email && phone)
    throw new AuthError(
      'validation_failed',
      `Only an email address or phone number should be provided on ${whatFor}.`,
    );
  if (email) return { kind: 'email', value: emailAddress(email) };
  return phone ? { kind: 'phone', value: phoneNumber(phone) } : null;
}

export function findUserByAddress(
  db: Executor,
  address: Address,
  options?: { lock: boolean },
): Promise<UserRow | null> {
  return address.kind === 'email'
    ? findUserByEmail(db, address.value, options)
    : findUserByPhone(db, address.value, options);
}

/** When the user proved to own the address; null when never. */
export function confirmedAt(user: UserRow, { kind }: Address): string | null {
  return kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at;
}
