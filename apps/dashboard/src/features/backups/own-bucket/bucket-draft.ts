import type { BackupBucket, BackupBucketInput } from '@basalt/contract';

/** What stands in the form. */
export interface BucketDraft {
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  access_key: string;
  /** Empty: the one that is known. */
  secret_key: string;
  encryption: 'none' | 'AES256' | 'aws:kms';
  encryption_key: string;
  lock: 'none' | 'governance' | 'compliance';
  lock_days: string;
}

export const BUCKET_LABELS: Record<keyof BucketDraft, string> = {
  endpoint: 'Address',
  region: 'Region',
  bucket: 'Bucket',
  prefix: 'Prefix',
  access_key: 'Access key',
  secret_key: 'Secret key',
  encryption: 'Encryption by the store',
  encryption_key: 'Key of the key service',
  lock: 'Object lock',
  lock_days: 'Days of the lock',
};

export const BUCKET_FIELDS = Object.keys(BUCKET_LABELS) as (keyof BucketDraft)[];

const EMPTY: BucketDraft = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  access_key: '',
  secret_key: '',
  encryption: 'none',
  encryption_key: '',
  lock: 'none',
  lock_days: '30',
};

export function bucketDraft(bucket: BackupBucket | null): BucketDraft {
  if (bucket === null) return EMPTY;
  const { endpoint, region, prefix, access_key, encryption, lock } = bucket;
  return {
    ...EMPTY,
    ...{ endpoint, region, bucket: bucket.bucket, prefix, access_key },
    encryption: encryption?.kind ?? 'none',
    encryption_key: (encryption?.kind === 'aws:kms' ? encryption.key_id : null) ?? '',
    lock: lock?.mode ?? 'none',
    lock_days: String(lock?.days ?? EMPTY.lock_days),
  };
}

/** What is sent. A prefix may be typed without its slash. */
export function bucketInput(draft: BucketDraft): BackupBucketInput {
  const trimmed = (name: keyof BucketDraft) => draft[name].trim();
  const secretKey = trimmed('secret_key');
  const key = trimmed('encryption_key');
  return {
    endpoint: trimmed('endpoint'),
    region: trimmed('region'),
    bucket: trimmed('bucket'),
    prefix: trimmed('prefix').replace(/([^/])$/, '$1/'),
    access_key: trimmed('access_key'),
    ...(secretKey !== '' && { secret_key: secretKey }),
    encryption:
      draft.encryption === 'aws:kms'
        ? { kind: 'aws:kms', key_id: key === '' ? null : key }
        : draft.encryption === 'AES256'
          ? { kind: 'AES256' }
          : null,
    lock: draft.lock === 'none' ? null : { mode: draft.lock, days: Number(draft.lock_days) },
  };
}

/** What is missing, per field. The server says what is wrong with the rest. */
export function bucketProblems(
  draft: BucketDraft,
  saved: BackupBucket | null,
): Partial<Record<keyof BucketDraft, string>> {
  const problems: Partial<Record<keyof BucketDraft, string>> = {};
  for (const name of ['endpoint', 'region', 'bucket', 'access_key'] as const)
    if (draft[name].trim() === '') problems[name] = 'Fill this in.';
  const { endpoint, bucket, prefix } = bucketInput(draft);
  const isSame = saved?.endpoint === endpoint && saved.bucket === bucket && saved.prefix === prefix;
  if (draft.secret_key.trim() === '' && !isSame)
    problems.secret_key = saved === null ? 'Fill this in.' : 'Enter it again: the place is another one.';
  if (draft.lock !== 'none' && !/^[1-9]\d{0,3}$/.test(draft.lock_days.trim()))
    problems.lock_days = 'Enter a number of days.';
  return problems;
}
