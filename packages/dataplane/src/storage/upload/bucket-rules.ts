import { LRUCache } from 'lru-cache';
import { noSuchBucket, tooLarge } from '../errors/storage-error.ts';
import { type BucketRules, findBucket } from '../metadata/buckets.ts';
import type { StorageSql } from '../metadata/storage-sql.ts';
import { checkMimeType } from '../rules/mime-types.ts';
import { largestObject } from '../rules/sizes.ts';

const MOST_BUCKETS = 10_000;

/** What buckets asked of their objects when somebody looked last, which they may not ask any more. */
const remembered = new LRUCache<string, BucketRules>({ max: MOST_BUCKETS });

interface Place {
  ref: string;
  bucket: string;
}

const nameOf = ({ ref, bucket }: Place): string => `${ref}/${bucket}`;

/** What a bucket asks of its objects. @throws {StorageError} NoSuchBucket */
export async function rulesOf(place: Place, sql: StorageSql): Promise<BucketRules> {
  const bucket = await findBucket(sql.asService, place.bucket);
  if (bucket === null) throw noSuchBucket();
  const { file_size_limit, allowed_mime_types } = bucket;
  const rules = { file_size_limit, allowed_mime_types };
  remembered.set(nameOf(place), rules);
  return rules;
}

/** What it asked last, for whoever has the database compare before anything counts. */
export const lastRulesOf = (place: Place): BucketRules | null => remembered.get(nameOf(place)) ?? null;

/**
 * The most bytes that an object may have.
 * @param size as far as it is known
 * @throws {StorageError} InvalidMimeType, EntityTooLarge
 */
export function checkRules(
  rules: BucketRules,
  { contentType, size }: { contentType: string; size: number | null },
  sql: StorageSql,
): number {
  checkMimeType(contentType, rules.allowed_mime_types);
  const most = largestObject(rules.file_size_limit, sql.settings.fileSizeLimit);
  if (size !== null && size > most) throw tooLarge();
  return most;
}
