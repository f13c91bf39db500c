import { AuthError } from '../errors/auth-error.ts';

const E164 = /^[1-9][0-9]{1,14}$/;

/** A phone number in the form it is stored in: digits with country code, without `+` and spaces. Throws `validation_failed`. */
export function phoneNumber(text: string): string {
  const digits = text.trim().replace(/^\+/, '').replaceAll(' ', '');
  if (!E164.test(digits))
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)');
  return digits;
}
