import type { AuthSettings } from '@basalt/project';
import { AuthError, type WeakPasswordReason } from '../errors/auth-error.ts';

type Rules = Pick<AuthSettings, 'password_min_length' | 'password_required_characters'>;

export interface Weakness {
  reasons: WeakPasswordReason[];
  message: string;
}

// bcrypt reads no further.
const BYTES_AT_MOST = 72;

/** What the project's rules have against a password; null when nothing. */
export function weakness(password: string, rules: Rules): Weakness | null {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  const characters = new Set(password);
  if ([...password].length < rules.password_min_length) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.password_min_length} characters.`);
  }
  const groups = characterGroups(rules.password_required_characters);
  if (groups.some((group) => ![...group].some((character) => characters.has(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${groups.join(', ')}.`);
  }
  return reasons.length === 0 ? null : { reasons, message: messages.join(' ') };
}

/** Throws `weak_password` or, for one that cannot be stored whole, `validation_failed`. */
export function checkNewPassword(password: string, rules: Rules): void {
  if (Buffer.byteLength(password) > BYTES_AT_MOST)
    throw new AuthError('validation_failed', `Password cannot be longer than ${BYTES_AT_MOST} characters`);
  const weak = weakness(password, rules);
  if (weak) throw new AuthError('weak_password', weak.message, { weakPassword: { reasons: weak.reasons } });
}

/** The groups of `password_required_characters`: `abc:123`; `\:` and `\\` stand for the characters themselves. */
export function characterGroups(setting: string): string[] {
  const groups = [''];
  for (let index = 0; index < setting.length; index += 1) {
    const character = setting[index] as string;
    const next = setting[index + 1];
    if (character === '\\' && (next === ':' || next === '\\')) {
      groups.push(groups.pop() + next);
      index += 1;
    } else if (character === ':') groups.push('');
    else groups.push(groups.pop() + character);
  }
  return groups.filter((group) => group !== '');
}
