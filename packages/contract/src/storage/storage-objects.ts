import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { bucketId, objectPath, storageFolder, storagePath } from './storage-names.ts';

export const STORAGE_SORTS = ['name', 'created_at', 'updated_at'] as const;
/** Entries of a page of a folder. */
export const STORAGE_PAGE_SIZE = 200;
/** Objects that one call names. */
export const MAX_STORAGE_PATHS = 1_000;
/** How long a link to an object works, in seconds, that whoever may see objects can ask for. */
export const SHORT_LINK_SECONDS = 3_600;
const LONGEST_LINK_SECONDS = 365 * 86_400;

/** What a folder holds: another folder, of which only the name is known, or an object. */
export const storageEntry = z.object({
  /** The last part of its path, without a slash. */
  name: z.string(),
  /** Null for a folder. */
  id: z.string().nullable(),
  size: z.number().nullable(),
  mime_type: z.string().nullable(),
  cache_control: z.string().nullable(),
  etag: z.string().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type StorageEntry = z.infer<typeof storageEntry>;

export const storageLink = z.object({
  path: z.string(),
  /** Null: there is no such object. */
  url: z.string().nullable(),
});
export type StorageLink = z.infer<typeof storageLink>;

const inBucket = z.strictObject({ ref: projectRef, id: bucketId });
const paths = z.array(storagePath).min(1).max(MAX_STORAGE_PATHS);
/** How far a call came that works for some seconds at most. It is asked again until it is done. */
const progress = z.object({ count: z.number().int(), is_done: z.boolean() });

/**
 * Objects of a bucket. To see them takes `read_storage`, to change them `update_storage`. The bytes never pass here: a link leads to
 * the project's own address.
 */
export const storageObjects = {
  /** A page of a folder. */
  list: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/list' })
    .input(
      inBucket.extend({
        folder: storageFolder.default(''),
        /** A part of a name. */
        search: z.string().max(256).default(''),
        sort: z.enum(STORAGE_SORTS).default('name'),
        order: z.enum(['asc', 'desc']).default('asc'),
        limit: z.number().int().min(1).max(1_000).default(STORAGE_PAGE_SIZE),
        /** What the page before answered as `next`. */
        cursor: z.string().max(4_096).optional(),
      }),
    )
    .output(z.object({ entries: z.array(storageEntry), next: z.string().nullable() })),
  /** All objects below some folders, page by page: what is to be downloaded as one. */
  listDeep: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/list-deep' })
    .input(inBucket.extend({ folder: storageFolder, cursor: z.string().max(4_096).optional() }))
    .output(
      z.object({
        objects: z.array(z.object({ path: z.string(), size: z.number().nullable() })),
        next: z.string().nullable(),
      }),
    ),
  /** One object. */
  get: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/info' })
    .input(inBucket.extend({ path: objectPath }))
    .output(storageEntry),
  /** Links that whoever has them can download from. Those for longer than an hour take `update_storage`. */
  sign: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/sign' })
    .input(
      inBucket.extend({
        paths: z.array(objectPath).min(1).max(MAX_STORAGE_PATHS),
        expires_in: z.number().int().min(1).max(LONGEST_LINK_SECONDS),
      }),
    )
    .output(z.array(storageLink)),
  /**
   * The right to upload one object by TUS, for two hours: `token` goes along as `x-signature`. `conflict`: there is one of this name,
   * and it is not to be replaced.
   */
  uploadLink: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/upload-link' })
    .input(inBucket.extend({ path: objectPath, replace: z.boolean().default(false) }))
    .output(z.object({ endpoint: z.string(), token: z.string() })),
  /** Gives objects other names. What ends in a slash is a folder with all that is in it. `conflict`: the new name is taken. */
  move: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/move' })
    .input(
      inBucket.extend({
        moves: z
          .array(z.strictObject({ from: storagePath, to: storagePath }))
          .min(1)
          .max(MAX_STORAGE_PATHS),
      }),
    )
    .output(progress),
  /** Deletes objects and, where a path ends in a slash, folders with all that is in them. */
  delete: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/buckets/{id}/objects/delete' })
    .input(inBucket.extend({ paths }))
    .output(progress),
};
