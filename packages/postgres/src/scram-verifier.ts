import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { saslprep } from './saslprep.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const ITERATIONS = 4096;

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * What PostgreSQL stores for a password (RFC 5803): `SCRAM-SHA-256$<iterations>:<salt>$<stored key>:<server key>`.
 * Given this instead of the password itself, no server log can ever show the password. Throws a RangeError for an
 * empty password, NUL characters and passwords that `saslprep` refuses.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  if (password === '') throw new RangeError('A password cannot be empty. Choose another one.');
  if (password.includes('\0'))
    throw new RangeError('A password cannot contain a NUL character. Choose another one.');
  const salted = pbkdf2Sync(saslprep(password), salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
