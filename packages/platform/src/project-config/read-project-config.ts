import { createHmac } from 'node:crypto';
import type { ProjectConfigAttributes } from '@basalt/contract';
import { configOf, readAuthConfig } from '../auth-config/auth-settings.ts';
import { effectiveConfig } from '../compute/postgres-config/effective-config.ts';
import { presentV1DataApi, readDataApi } from '../data-api/read-data-api.ts';
import { connectionOf } from '../database/connection.ts';
import { poolerConfig } from '../database/pooler-config.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { toLists, withVersions } from '../network-access/address-blocks.ts';
import { OPEN, readNetworkAccess } from '../network-access/store.ts';
import { may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { presentRealtimeConfig, readStoredRealtime } from '../realtime-config/realtime-settings.ts';
import { presentStorageConfig, readStoredStorage } from '../storage-config/storage-settings.ts';

/** All settings of a project, each as its own call tells it. @throws PlatformError `not_found` */
export async function readProjectConfig(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<ProjectConfigAttributes> {
  const { db, secrets: box } = dependencies;
  const access = await getProject(db, actor, ref);
  const { project, role } = access;
  const { stored, secrets } = await readAuthConfig(db, box, project.id);
  const { features, fileSizeLimit } = presentStorageConfig(await readStoredStorage(db, project.id));
  const reach = (await readNetworkAccess(db, project.id)) ?? OPEN;
  const pooler = poolerConfig(project, await connectionOf(access, dependencies));
  return {
    api: presentV1DataApi(await readDataApi(dependencies, project)),
    database: {
      major_version: Number.parseInt(project.postgres_engine, 10),
      ssl_enforced: reach.requireTls,
      network_restrictions: { allowed_cidrs: withVersions(toLists(reach.allowedBlocks)) },
      postgres_settings: effectiveConfig(project.compute_size, project.postgres_config),
    },
    auth: {
      ...configOf(stored, secrets),
      // A weak secret could be guessed from this, so it is for those who may see secrets.
      ...(may('read_api_keys', role) && hashed(secrets, ref)),
    },
    storage: {
      file_size_limit: fileSizeLimit,
      features: {
        image_transformation: features.imageTransformation,
        s3_protocol: features.s3Protocol,
        iceberg_catalog: { enabled: features.icebergCatalog.enabled },
        vector_buckets: { enabled: features.vectorBuckets.enabled },
      },
    },
    pooler: {
      pool_mode: pooler.pool_mode,
      ...(pooler.default_pool_size === null ? {} : { default_pool_size: pooler.default_pool_size }),
      ...(pooler.max_client_conn === null ? {} : { max_client_conn: pooler.max_client_conn }),
    },
    realtime: presentRealtimeConfig(await readStoredRealtime(db, project.id)),
  };
}

function hashed<S extends object>(secrets: S, ref: string): Record<keyof S, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [
      name,
      createHmac('sha256', ref).update(String(value)).digest('hex'),
    ]),
  ) as Record<keyof S, string>;
}
