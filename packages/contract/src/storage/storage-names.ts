import * as z from 'zod';
import { MAX_STORAGE_QUOTA_BYTES } from '../shared/limits.ts';
import { storableText, WELL_FORMED } from '../shared/names.ts';

const KEY_BYTES = 1_024;
/** Parts of a path that would lead elsewhere in an address. */
const isStep = (part: string) => part === '.' || part === '..';
const WITHOUT_STEPS = [
  (path: string) => !path.split('/').some(isStep),
  'must not have . or .. as a part',
] as const;

export const bucketId = storableText
  .min(1, 'must not be empty')
  .max(100, 'must be at most 100 characters')
  .refine((id) => !isStep(id) && !id.includes('/'), 'is not the name of a bucket');

/** The name of a new bucket, so that every store and every tool takes it. */
export const newBucketName = bucketId
  .regex(
    /^[\w!\-.*'() &$@=;:+,?]+$/,
    "must have only letters without accents, digits, spaces and the characters !-.*'()_&$@=;:+,?",
  )
  .refine((name) => name === name.trim(), 'must not begin or end with a space');

/** The whole name of an object or, with a slash at its end, of a folder. */
export const storagePath = storableText
  .min(1, 'must not be empty')
  .refine((path) => new TextEncoder().encode(path).length <= KEY_BYTES, `must be at most ${KEY_BYTES} bytes`)
  .refine((path) => !path.startsWith('/'), 'must not begin with a slash')
  .refine(...WITHOUT_STEPS)
  .refine(...WELL_FORMED);

/** A folder: empty for the whole bucket, else with a slash at its end. */
export const storageFolder = z.union([
  z.literal(''),
  storagePath.refine((path) => path.endsWith('/'), 'must end with a slash'),
]);

export const objectPath = storagePath.refine((path) => !path.endsWith('/'), 'must not end with a slash');

/** The most that a bucket, or all of them, may hold, in bytes. */
export const storageQuota = z.number().int().min(1).max(MAX_STORAGE_QUOTA_BYTES);
