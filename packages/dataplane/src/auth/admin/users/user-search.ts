import { SEARCHED_USER_TEXT } from '@basalt/project';
import { isUuid } from '../../wire/read-body.ts';

/** An index of trigrams finds nothing shorter within a word. */
const TRIGRAM = 3;
/** What is shorter would find ids by chance: many names begin as one does. */
const ID_BEGINNING = 8;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The condition on rows of `auth.users` that a text stands for: part of an address, number or name in any case, where one or two
 * letters are the beginning of a word; or the beginning of an id, eight digits at least.
 * @returns values of the parameters from $1 on
 */
export function userSearch(text: string): { condition: string; values: string[] } {
  const pattern = text.replace(/[\\%_]/g, '\\$&');
  const starts = [...text].length < TRIGRAM ? ['\n', ' '] : [''];
  const conditions = starts.map((_, i) => `${SEARCHED_USER_TEXT} like pg_catalog.lower($${i + 1})`);
  const values = starts.map((start) => `%${start}${pattern}%`);
  const rest = LOWEST_ID.slice(text.length);
  if (text.length >= ID_BEGINNING && isUuid(text + rest)) {
    conditions.push(`id between $${values.length + 1}::uuid and $${values.length + 2}::uuid`);
    values.push(text + rest, text + rest.replaceAll('0', 'f'));
  }
  return { condition: `(${conditions.join(' or ')})`, values };
}
