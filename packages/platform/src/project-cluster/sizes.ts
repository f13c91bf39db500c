import { type ClusterSettings, SMALL_SETTINGS } from '@basalt/clusters';
import type { ComputeSize } from '@basalt/contract';
import type { ProjectRow } from '../kernel/schema.ts';

/** What a compute size stands for. */
export interface SizeFacts {
  memoryMb: number;
  cpus: number;
  /** Use of the disk that counts as full, in MB a second. A convention: nothing holds a project to it. */
  ioMbPerSecond: number;
  settings: ClusterSettings;
}

/**
 * From `micro` on a quarter of the memory is for shared buffers, three quarters are what the planner expects to find cached, and
 * connections follow what people know from hosted databases of the same size.
 */
export const SIZES: Readonly<Record<ComputeSize, SizeFacts>> = {
  // As small as an idle cluster can be: a machine holds dozens of them.
  nano: { memoryMb: 512, cpus: 2, ioMbPerSecond: 50, settings: SMALL_SETTINGS },
  micro: larger(1_024, 2, 60, { connections: 60, workers: 6, parallel: 2, walGb: 1, workMb: 4 }),
  small: larger(2_048, 2, 80, { connections: 90, workers: 6, parallel: 2, walGb: 2, workMb: 6 }),
  medium: larger(4_096, 2, 120, { connections: 120, workers: 6, parallel: 2, walGb: 4, workMb: 8 }),
  large: larger(8_192, 2, 160, { connections: 160, workers: 8, parallel: 2, walGb: 4, workMb: 12 }),
  xlarge: larger(16_384, 4, 250, { connections: 240, workers: 12, parallel: 4, walGb: 8, workMb: 16 }),
  '2xlarge': larger(32_768, 8, 500, { connections: 380, workers: 20, parallel: 8, walGb: 8, workMb: 24 }),
};

/** How many connections a project's server takes: as its people have set, else as its size says. Counts from its next start on. */
export function maxConnectionsOf({
  compute_size,
  postgres_config,
}: Pick<ProjectRow, 'compute_size' | 'postgres_config'>): number {
  return postgres_config.max_connections ?? SIZES[compute_size].settings.maxConnections;
}

function larger(
  memoryMb: number,
  cpus: number,
  ioMbPerSecond: number,
  given: { connections: number; workers: number; parallel: number; walGb: number; workMb: number },
): SizeFacts {
  return {
    memoryMb,
    cpus,
    ioMbPerSecond,
    settings: {
      sharedBuffersMb: memoryMb / 4,
      maxConnections: given.connections,
      maxWalSizeMb: given.walGb * 1_024,
      maxWalSenders: 10,
      maxReplicationSlots: 10,
      maxSlotWalKeepMb: 4_096,
      autovacuumMaxWorkers: 3,
      maxWorkerProcesses: given.workers,
      maxParallelWorkers: given.parallel,
      parameters: {
        work_mem: `${given.workMb}MB`,
        maintenance_work_mem: `${memoryMb / 16}MB`,
        effective_cache_size: `${(memoryMb / 4) * 3}MB`,
        wal_buffers: '16MB',
      },
    },
  };
}
