import type { ClusterSettings } from '@basalt/clusters';
import type { PostgresConfig } from '@basalt/contract';
import { PLATFORM_CONNECTIONS, servicesShare } from '@basalt/project';
import type { ProjectRow } from '../kernel/schema.ts';
import { poolOf } from './pool-of.ts';
import { maxConnectionsOf, SIZES } from './sizes.ts';

/**
 * How much of the disk one process may fill with temporary files. A statement has up to three at work, and not all of them come
 * alone, so that a few together still fit beside the data.
 */
const TEMPORARY_SHARE = 1 / 8;

/** What a project's cluster is started with: its size, its disk, and on top the parameters that its people have set. */
export function settingsOf({
  compute_size,
  disk_size_gb,
  postgres_config,
  pooler_size,
}: Pick<ProjectRow, 'compute_size' | 'disk_size_gb' | 'postgres_config' | 'pooler_size'>): ClusterSettings {
  const { settings, memoryMb, cpus } = SIZES[compute_size];
  const parameters = { ...settings.parameters, ...toServerParameters(postgres_config) };
  const connections = maxConnectionsOf({ compute_size, postgres_config });
  return {
    ...settings,
    limits: { memoryMb, cpus },
    pool: poolOf({ compute_size, postgres_config, pooler_size }),
    keptConnections: { platform: PLATFORM_CONNECTIONS, services: servicesShare(connections) },
    temporaryFilesMb: disk_size_gb * 1_024 * TEMPORARY_SHARE,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

/** As PostgreSQL reads them from its command line. */
function toServerParameters(config: PostgresConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
    ]),
  );
}
