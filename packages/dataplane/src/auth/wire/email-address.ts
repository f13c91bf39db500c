import { AuthError } from '../errors/auth-error.ts';

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
