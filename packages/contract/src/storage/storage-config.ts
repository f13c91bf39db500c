import { oc } from '@orpc/contract';
import * as z from 'zod';
import { MAX_STORED_FILE_BYTES } from '../shared/limits.ts';
import { projectRef } from '../shared/names.ts';
import { storageQuota } from './storage-names.ts';

const feature = z.object({ enabled: z.boolean() });

/** In the words of the management API. What Basalt does not offer is told as switched off. */
export const storageConfig = z.object({
  /** The largest file that is taken, in bytes. A bucket may allow less. */
  fileSizeLimit: z.number().int(),
  /** The most that all files may have together, in bytes. Null: no limit. Buckets may have quotas of their own. */
  quota: z.number().int().nullable(),
  features: z.object({
    imageTransformation: feature,
    s3Protocol: feature,
    purgeCache: feature,
    icebergCatalog: feature.extend({
      maxNamespaces: z.number().int(),
      maxTables: z.number().int(),
      maxCatalogs: z.number().int(),
    }),
    vectorBuckets: feature.extend({ maxBuckets: z.number().int(), maxIndexes: z.number().int() }),
  }),
  capabilities: z.object({
    list_v2: z.boolean(),
    iceberg_catalog: z.boolean(),
    object_versioning: z.boolean(),
  }),
  external: z.object({ upstreamTarget: z.enum(['main', 'canary']) }),
  migrationVersion: z.string(),
  databasePoolMode: z.string(),
});
export type StorageConfig = z.infer<typeof storageConfig>;

const count = z.number().int().min(0).optional();

const changes = z.strictObject({
  ref: projectRef,
  fileSizeLimit: z.number().int().min(0).max(MAX_STORED_FILE_BYTES).optional(),
  quota: storageQuota.nullable().optional(),
  features: z
    .strictObject({
      imageTransformation: z.strictObject({ enabled: z.boolean() }).optional(),
      s3Protocol: z.strictObject({ enabled: z.boolean() }).optional(),
      purgeCache: z.strictObject({ enabled: z.boolean() }).optional(),
      /** Clients send it along. Switching it on is refused. */
      icebergCatalog: z
        .strictObject({ enabled: z.boolean(), maxNamespaces: count, maxTables: count, maxCatalogs: count })
        .optional(),
      vectorBuckets: z
        .strictObject({ enabled: z.boolean(), maxBuckets: count, maxIndexes: count })
        .optional(),
    })
    .optional(),
  /** Of the hosted product; taken and not used. */
  external: z.strictObject({ upstreamTarget: z.enum(['main', 'canary']) }).optional(),
});
export type StorageConfigChanges = Omit<z.infer<typeof changes>, 'ref'>;

/** What holds for the files of a project. Reading it takes a membership, changing it `update_api_config`. */
export const storageSettings = {
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/storage' })
    .input(z.object({ ref: projectRef }))
    .output(storageConfig),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/config/storage' })
    .input(changes)
    .output(storageConfig),
};
