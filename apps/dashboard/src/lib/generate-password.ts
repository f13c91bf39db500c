/** Letters and digits without those that look alike, and signs that need no escaping in URLs, shells and .env files. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_';

/** A random password of `length` characters from the browser's secure source, every character equally likely. */
export function generatePassword(length = 24): string {
  const fair = 256 - (256 % ALPHABET.length);
  let password = '';
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < fair && password.length < length) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
