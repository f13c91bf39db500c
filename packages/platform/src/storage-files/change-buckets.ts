import type { StorageBucket } from '@basalt/contract';
import { type AskStorage, inAddress } from './storage-service.ts';
import { dateOr, list, record, textOr } from './told-values.ts';

/** Milliseconds that one call waits for a bucket to become empty. */
const EMPTYING = 8_000;

export interface BucketLimits {
  public?: boolean | undefined;
  file_size_limit?: number | null | undefined;
  allowed_mime_types?: string[] | null | undefined;
}

/** All buckets, by name. */
export async function listBuckets(ask: AskStorage): Promise<Omit<StorageBucket, 'quota'>[]> {
  return list(await ask({ method: 'GET', path: '/bucket' })).map(presentBucket);
}

export async function createBucket(ask: AskStorage, id: string, limits: BucketLimits): Promise<void> {
  await ask({ method: 'POST', path: '/bucket', body: { id, name: id, ...limits } });
}

/** What is left out stays. @throws PlatformError `not_found` */
export async function updateBucket(ask: AskStorage, id: string, limits: BucketLimits): Promise<void> {
  await ask({ method: 'PUT', path: `/bucket/${inAddress(id)}`, body: { ...limits } });
}

/** Whether a bucket is empty now. The service goes on emptying when nobody waits; asking again does no harm. */
export async function emptyBucket(ask: AskStorage, id: string): Promise<boolean> {
  const signal = AbortSignal.timeout(EMPTYING);
  try {
    await ask({ method: 'POST', path: `/bucket/${inAddress(id)}/empty`, body: {}, signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** @throws PlatformError `conflict` while something is in it, `not_found` */
export async function deleteBucket(ask: AskStorage, id: string): Promise<void> {
  await ask({ method: 'DELETE', path: `/bucket/${inAddress(id)}` });
}

/** The rows are the project's people's to write, so nothing of them is sure. */
function presentBucket(value: unknown): Omit<StorageBucket, 'quota'> {
  const bucket = record(value);
  const types = bucket.allowed_mime_types;
  const limit = bucket.file_size_limit;
  return {
    id: textOr(bucket.id, ''),
    name: textOr(bucket.name, ''),
    owner: textOr(bucket.owner, ''),
    public: bucket.public === true,
    file_size_limit: typeof limit === 'number' && limit >= 0 ? limit : null,
    allowed_mime_types: Array.isArray(types) && types.length > 0 ? types.map(String) : null,
    created_at: dateOr(bucket.created_at, null),
    updated_at: dateOr(bucket.updated_at, null),
  };
}
