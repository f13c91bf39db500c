import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { ClientBase } from 'pg';
import { toQueryError } from '../errors/query-error.ts';

/**
 * Gives a role a new password. Only its SCRAM verifier reaches the server, so no log can show the password.
 * Throws QueryError (42704 no such role, 42501 not allowed) or a RangeError for a password that cannot be used.
 */
export async function setRolePassword(client: ClientBase, role: string, password: string): Promise<void> {
  const sql = `alter role ${quoteIdent(role)} password ${quoteLiteral(scramVerifier(password))}`;
  try {
    await client.query(sql);
  } catch (error) {
    throw toQueryError(error);
  }
}

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

// RFC 3454: table C.1.2 (spaces that become U+0020) and table B.1 (characters that vanish).
const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
const VANISHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;
// What the preparation forbids (RFC 3454 C and A.1) or forbids in company (right-to-left text). PostgreSQL then takes
// the password as it is.
const MAY_BE_FORBIDDEN =
  /\p{C}|\p{Zl}|\p{Zp}|\u0340|\u0341|\ufffc|\ufffd|[\u{10000}-\u{10ffff}]|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/**
 * A password as SASLprep (RFC 4013) writes it before it is hashed. Throws a RangeError for the rare passwords which
 * clients prepare in different ways, because they would open the door for some and not for others.
 */
export function saslprep(password: string): string {
  if (/^[\x20-\x7e]*$/.test(password)) return password;
  const prepared = password.replace(OTHER_SPACES, ' ').replace(VANISHING, '').normalize('NFKC');
  if (prepared === password) return password;
  if (prepared === '' || MAY_BE_FORBIDDEN.test(password.replace(VANISHING, ''))) {
    throw new RangeError(
      'This password mixes characters that database clients treat differently. Choose another one.',
    );
  }
  return prepared;
}
