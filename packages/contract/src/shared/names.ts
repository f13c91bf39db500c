import * as z from 'zod';
import { NAME_MAX_LENGTH } from './limits.ts';

/** Half of a character that takes two places cannot be stored: it would come back as another one. */
export const WELL_FORMED = [
  (text: string) => text.isWellFormed(),
  'must not contain half a character',
] as const;

export const WITHOUT_NUL = [
  (text: string) => !text.includes('\u0000'),
  'must not contain a NUL character',
] as const;

/** Text that a database can keep as it is. */
export const storableText = z
  .string()
  .refine(...WELL_FORMED)
  .refine(...WITHOUT_NUL);

/** A name people type: trimmed, not blank, one line. */
export const displayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_MAX_LENGTH, `must be at most ${NAME_MAX_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, 'must be one line without control characters')
  .refine(...WELL_FORMED);

export const projectRef = z.string().regex(/^[a-z]{20}$/, 'must be 20 lower-case letters');
export const organizationSlug = z.string().regex(/^[\w-]{1,64}$/, 'is not an organization slug');

/** True or false in a query string, where everything is text. */
export const queryBoolean = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  'must be true or false',
);

/** A moment as ISO 8601, with its offset from UTC. */
export const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' });
