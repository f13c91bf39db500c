import { oc } from '@orpc/contract';
import * as z from 'zod';
import { API_KEY_DESCRIPTION_MAX_LENGTH } from '../shared/limits.ts';
import { projectRef, storableText } from '../shared/names.ts';

/** An access key for the S3 protocol, without its secret. */
export const storageKey = z.object({
  id: z.uuid(),
  access_key: z.string(),
  description: z.string(),
  created_at: z.string(),
});
export type StorageKey = z.infer<typeof storageKey>;

/** A new one. Its secret is told this once. */
export const newStorageKey = storageKey.extend({ secret_key: z.string() });
export type NewStorageKey = z.infer<typeof newStorageKey>;

const byRef = z.object({ ref: projectRef });
const description = storableText
  .trim()
  .min(1, 'must not be empty')
  .max(API_KEY_DESCRIPTION_MAX_LENGTH, `must be at most ${API_KEY_DESCRIPTION_MAX_LENGTH} characters long`);

/**
 * The access keys that programs sign S3 requests with. Requests signed with one run as `service_role`, past row level security. To
 * list them needs `read_api_keys`, to change them `update_api_config`.
 */
export const storageKeys = {
  /** Oldest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/storage/{ref}/credentials' })
    .input(byRef)
    .output(z.object({ data: z.array(storageKey) })),
  create: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/credentials', successStatus: 201 })
    .input(byRef.extend({ description }))
    .output(z.object({ data: newStorageKey })),
  /** Requests signed with it are refused from now on. */
  delete: oc
    .route({ method: 'DELETE', path: '/platform/storage/{ref}/credentials/{id}' })
    .input(byRef.extend({ id: z.uuid('is not the id of an access key') }))
    .output(storageKey),
};
