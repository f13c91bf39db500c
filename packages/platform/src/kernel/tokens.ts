import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Tokens are kept only as SHA-256: they are long and random, so a slow hash would add nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** 256 random bits for the session cookie. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A personal access token: `sbp_` and 40 hex digits, the form the public command line checks for. */
export function newAccessToken(): string {
  return `sbp_${randomBytes(20).toString('hex')}`;
}

export const ACCESS_TOKEN = /^sbp_[0-9a-f]{40}$/;

// Without the characters people mix up when they read a terminal.
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A set-up code such as `7KQM-XW3E`: 40 random bits, guessed against a rate limit. */
export function newSetupCode(): string {
  const characters = [...randomBytes(8)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Random lower-case letters, as in project refs and organization slugs. 20 of them are 94 random bits. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
