import { oc } from '@orpc/contract';
import * as z from 'zod';
import { MAX_STORED_FILE_BYTES } from '../shared/limits.ts';
import { projectRef, storableText } from '../shared/names.ts';
import { bucketId, newBucketName, storageQuota } from './storage-names.ts';

export const storageBucket = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean(),
  /** In bytes. Null: no limit but the project's. */
  file_size_limit: z.number().nullable(),
  /** Patterns such as `image/*`. Null: all are allowed. */
  allowed_mime_types: z.array(z.string()).nullable(),
  /** The most that all its objects may have together, in bytes. Null: no limit but the project's. */
  quota: z.number().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type StorageBucket = z.infer<typeof storageBucket>;

const byRef = z.strictObject({ ref: projectRef });
const byBucket = byRef.extend({ id: bucketId });
const limits = {
  public: z.boolean(),
  file_size_limit: z.number().int().min(1).max(MAX_STORED_FILE_BYTES).nullable(),
  allowed_mime_types: z
    .array(
      storableText.regex(
        /^[\w!#$&^.+-]{1,100}\/([\w!#$&^.+-]{1,100}|\*)$/,
        'must be types such as image/png or image/*',
      ),
    )
    .min(1)
    .max(100)
    .nullable(),
  quota: storageQuota.nullable(),
};
const done = z.object({});

/** Buckets of a project. To see them takes `read_storage`, to change them `update_storage`. */
export const storageBuckets = {
  /** The management API's list. */
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/storage/buckets' })
    .input(byRef)
    .output(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          owner: z.string(),
          created_at: z.string(),
          updated_at: z.string(),
          public: z.boolean(),
        }),
      ),
    ),
  /** By name. */
  list: oc
    .route({ method: 'GET', path: '/platform/storage/{ref}/buckets' })
    .input(byRef)
    .output(z.array(storageBucket)),
  create: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets', successStatus: 201 })
    .input(
      byRef.extend({
        id: newBucketName,
        public: limits.public.default(false),
        file_size_limit: limits.file_size_limit.default(null),
        allowed_mime_types: limits.allowed_mime_types.default(null),
        quota: limits.quota.default(null),
      }),
    )
    .output(z.object({ name: z.string() })),
  update: oc
    .route({ method: 'PATCH', path: '/platform/storage/{ref}/buckets/{id}' })
    .input(
      byBucket.extend({
        public: limits.public.optional(),
        file_size_limit: limits.file_size_limit.optional(),
        allowed_mime_types: limits.allowed_mime_types.optional(),
        quota: limits.quota.optional(),
      }),
    )
    .output(done),
  /** Deletes all objects of a bucket. Large ones take their time: ask again until `is_done`. */
  empty: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/empty' })
    .input(byBucket)
    .output(z.object({ is_done: z.boolean() })),
  /** `conflict`: it is not empty. */
  delete: oc
    .route({ method: 'DELETE', path: '/platform/storage/{ref}/buckets/{id}' })
    .input(byBucket)
    .output(done),
};
