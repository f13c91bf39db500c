import type { StorageConfig } from '@basalt/contract';
import { DEFAULT_STORED_FILE_BYTES } from '@basalt/contract/limits';
import type { StorageSettings } from '@basalt/project';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { StoredStorage } from '../kernel/schema.ts';

const DEFAULTS: StorageSettings = {
  fileSizeLimit: DEFAULT_STORED_FILE_BYTES,
  quota: null,
  bucketQuotas: {},
  imageTransformation: true,
  s3Protocol: true,
};

/** What holds: what was set, over what a new project has. */
export function storageSettingsOf(stored: StoredStorage): StorageSettings {
  return { ...DEFAULTS, ...stored };
}

export async function readStoredStorage(
  db: Database | Transaction,
  projectId: number,
): Promise<StoredStorage> {
  const { storage } = await db
    .selectFrom('project_api_settings')
    .select('storage')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return storage;
}

/** In the words of the management API. */
export function presentStorageConfig(stored: StoredStorage): StorageConfig {
  const { fileSizeLimit, quota, imageTransformation, s3Protocol } = storageSettingsOf(stored);
  return {
    fileSizeLimit,
    quota,
    features: {
      imageTransformation: { enabled: imageTransformation },
      s3Protocol: { enabled: s3Protocol },
      purgeCache: { enabled: false },
      icebergCatalog: { enabled: false, maxNamespaces: 0, maxTables: 0, maxCatalogs: 0 },
      vectorBuckets: { enabled: false, maxBuckets: 0, maxIndexes: 0 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
    external: { upstreamTarget: 'main' },
    // The tables of storage come with the project's database, not by migrations of a storage server.
    migrationVersion: '',
    databasePoolMode: 'recycled',
  };
}
