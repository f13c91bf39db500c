import { JWT_SECRET_MAX_LENGTH, JWT_SECRET_MIN_LENGTH } from '@basalt/contract';

/** Why a text cannot be a JWT secret, before the server is asked; null when it can. The server has the last word. */
export function jwtSecretProblem(secret: string): string | null {
  if (secret === '') return 'Enter a secret, or have one generated.';
  if (!/^[\x20-\x7e]*$/.test(secret)) return 'Use plain letters, digits and signs, on one line.';
  if (secret.length < JWT_SECRET_MIN_LENGTH) return `Use at least ${JWT_SECRET_MIN_LENGTH} characters.`;
  if (secret.length > JWT_SECRET_MAX_LENGTH) return `Use at most ${JWT_SECRET_MAX_LENGTH} characters.`;
  return null;
}

const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

/** Why a text cannot be a key's name, before the server is asked; null when it can. The server has the last word. */
export function keyNameProblem(name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (/^\d/.test(name)) return 'Begin with a letter or _.';
  if (!/^[a-z0-9_]+$/.test(name)) return 'Use lower-case letters, digits and _.';
  if (name.length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`;
  if (name.length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  return null;
}
