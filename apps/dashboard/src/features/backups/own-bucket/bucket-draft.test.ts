import type { BackupBucket } from '@basalt/contract';
import { expect, test } from 'vitest';
import { bucketDraft, bucketInput, bucketProblems } from './bucket-draft.ts';

const saved: BackupBucket = {
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'kept',
  prefix: 'of/us/',
  access_key: 'us',
  encryption: { kind: 'aws:kms', key_id: 'ours' },
  lock: { mode: 'governance', days: 7 },
  updated_at: '2026-11-20T12:00:00Z',
};

test('what is saved comes back as it was, without its secret', () => {
  const { updated_at: _, ...rest } = saved;
  expect(bucketInput(bucketDraft(saved))).toEqual(rest);
  expect(bucketProblems(bucketDraft(saved), saved)).toEqual({});
});

test('an empty form names what it needs', () => {
  expect(Object.keys(bucketProblems(bucketDraft(null), null))).toEqual([
    'endpoint',
    'bucket',
    'access_key',
    'secret_key',
  ]);
});

test('a secret is for one place, and a prefix ends in a slash', () => {
  const draft = {
    ...bucketDraft(saved),
    prefix: 'of/others',
    encryption: 'none' as const,
    lock: 'none' as const,
  };
  expect(bucketInput(draft)).toMatchObject({ prefix: 'of/others/', encryption: null, lock: null });
  expect(bucketProblems(draft, saved)).toEqual({ secret_key: 'Enter it again: the place is another one.' });
  expect(bucketProblems({ ...draft, secret_key: 's', lock: 'compliance', lock_days: 'x' }, saved)).toEqual({
    lock_days: 'Enter a number of days.',
  });
});
