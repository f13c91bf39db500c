import { AuthError } from '../errors/auth-error.ts';
import type { Executor } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserByEmail, findUserByPhone } from '../store/users.ts';
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

const LONGEST = 255;
// What every mail server takes without quoting. Line breaks and brackets would let an address say more than an address.
const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}\p{Z}]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** A mail address in the form it is stored and compared in: lower case. Throws `validation_failed`. */
export function emailAddress(text: string): string {
  const address = text.trim().toLowerCase();
  if (address === '') throw new AuthError('validation_failed', 'An email address is required');
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || address.length > LONGEST || !LOCAL.test(local) || !isDomain(domain))
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format');
  return address;
}

function isDomain(domain: string): boolean {
  return domain.length <= 253 && domain.split('.').every((label) => LABEL.test(label));
}

const E164 = /^[1-9][0-9]{1,14}$/;

/** A phone number in the form it is stored in: digits with country code, without `+` and spaces. Throws `validation_failed`. */
export function phoneNumber(text: string): string {
  const digits = text.trim().replace(/^\+/, '').replaceAll(' ', '');
  if (!E164.test(digits))
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)');
  return digits;
}
