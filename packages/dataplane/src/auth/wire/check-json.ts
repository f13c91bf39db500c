import { AuthError } from '../errors/auth-error.ts';

const DEPTH_AT_MOST = 64;

/** Refuses what the database could not store or what only an attacker sends: NUL, half characters, bottomless nesting. */
export function checkJson(value: unknown, depth = 0): void {
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_AT_MOST)
    throw new AuthError('bad_json', 'The JSON of the request is nested too deeply.');
  for (const [key, item] of Object.entries(value)) {
    checkText(key);
    checkJson(item, depth + 1);
  }
}

function checkText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new AuthError(
      'bad_json',
      'The JSON of the request has text that is not valid Unicode or holds NUL.',
    );
}
