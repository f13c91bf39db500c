import type { MaskRule } from '@basalt/contract';
import type { Column } from './read-tables.ts';

/** What a name says of the values; the first that fits. */
const BY_NAME: readonly (readonly [RegExp, MaskRule])[] = [
  [/e_?mail/i, 'email'],
  [/phone|mobile|telephone|fax/i, 'phone'],
  [/(^|_)ip(_|$)|ip_?addr/i, 'ip'],
  [/street|address|city|zip|postal/i, 'address'],
  [/company|employer/i, 'company'],
  [/url|website|homepage|avatar/i, 'url'],
  [/(first|last|full|family|given|user|nick|middle|sur|display)_?name|^name$/i, 'name'],
];
/** So short are codes. */
const CODE_CHARACTERS = 3;

/**
 * What happens to a column that no rule names. What people have written goes; numbers, dates, flags and keys stay, but for keys that
 * are text, which are the same on both sides of a foreign key.
 */
export function usualRule({ name, kind, isUnique, isKey, mostCharacters, isListed }: Column): MaskRule {
  if (kind === 'text') {
    if (isListed || (mostCharacters ?? CODE_CHARACTERS + 1) <= CODE_CHARACTERS) return 'keep';
    const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
    // Others than addresses of mail are not unique.
    if (named === undefined || isKey || (isUnique && named !== 'email')) return 'hash';
    return named;
  }
  if (isKey || kind === 'uuid' || kind === 'plain') return 'keep';
  if (kind === 'number') return /salary|income|wage|ssn|card|iban/i.test(name) ? 'number' : 'keep';
  if (kind === 'date') return /birth|dob/i.test(name) ? 'date' : 'keep';
  return kind === 'address' ? 'ip' : 'null';
}
