import { PASSWORD_MIN_LENGTH } from '../shared/limits.ts';

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

const COMMON_WORDS = [
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  'letmein',
  'welcome',
  'admin',
  'administrator',
  'postgres',
  'basalt',
  'secret',
  'changeme',
  'iloveyou',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'master',
  'login',
  'hello',
  'abc',
  'test',
  'root',
  'user',
  'database',
  'supabase',
  'example',
];
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * How hard a password is to guess: length times the size of the alphabet used, less what repeats, runs in
 * sequence or is a common word.
 */
export function passwordStrength(password: string): PasswordStrength {
  if ([...password].length < PASSWORD_MIN_LENGTH) return 'weak';
  const bits = effectiveLength(password) * Math.log2(alphabetSize(password));
  if (bits < 26) return 'weak';
  if (bits < 52) return 'fair';
  if (bits < 75) return 'good';
  return 'strong';
}

/** A sentence that says what is wrong with a password, or null when it may be used. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Enter a password.';
  if ([...password].length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters.`;
  if (passwordStrength(password) === 'weak') {
    return 'This password is easy to guess. Make it longer, or mix letters, digits and symbols.';
  }
  return null;
}

function alphabetSize(password: string): number {
  let size = 0;
  if (/[a-z]/.test(password)) size += 26;
  if (/[A-Z]/.test(password)) size += 26;
  if (/[0-9]/.test(password)) size += 10;
  if (/[^a-zA-Z0-9]/.test(password)) size += 30;
  return Math.max(size, 2);
}

/** Characters that add something: one that repeats or continues its neighbours, or belongs to a common word, does not. */
function effectiveLength(password: string): number {
  let rest = password.toLowerCase();
  let length = 0;
  for (const word of COMMON_WORDS) {
    for (const spelling of [rest, unleet(rest)]) {
      const at = spelling.indexOf(word);
      if (at === -1) continue;
      rest = `${rest.slice(0, at)}\u0000${rest.slice(at + word.length)}`;
      length += 1;
      break;
    }
  }
  const codes = [...rest].filter((c) => c !== '\u0000').map((c) => c.codePointAt(0) ?? 0);
  const seen = new Map<number, number>();
  for (const [i, code] of codes.entries()) {
    const step = code - (codes[i - 1] ?? Number.NaN);
    const times = seen.get(code) ?? 0;
    seen.set(code, times + 1);
    if (Math.abs(step) <= 1) length += 0.25;
    else length += times === 0 ? 1 : times === 1 ? 0.75 : 0.25;
  }
  return length;
}

function unleet(text: string): string {
  return [...text].map((c) => LEET[c] ?? c).join('');
}
