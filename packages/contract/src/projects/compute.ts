import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { COMPUTE_SIZES } from './compute-sizes.ts';

const byRef = z.object({ ref: projectRef });

/** Disk size of a project is a quota, in GB (1024³ bytes). */
export const MIN_DISK_GB = 1;
export const MAX_DISK_GB = 200;

export const computeSettings = z.object({
  size: z.enum(COMPUTE_SIZES),
  sizes: z.array(
    z.object({
      id: z.enum(COMPUTE_SIZES),
      memory_mb: z.number(),
      cpus: z.number(),
      max_connections: z.number(),
      /** Null: can be chosen. */
      unavailable: z.string().nullable(),
    }),
  ),
  /** Whether the machine holds a project to its memory and processors, or only PostgreSQL is set up for them. */
  limits_enforced: z.boolean(),
  disk: z.object({
    size_gb: z.number().int(),
    used_bytes: z.number(),
    /** How much of that are temporary files of statements that run now. */
    temporary_bytes: z.number(),
    /** Used bytes from which on the database is read-only. */
    read_only_at_bytes: z.number(),
    /** Free on the machine's disk; null where nobody can tell. */
    machine_free_bytes: z.number().nullable(),
  }),
  read_only: z.object({
    enabled: z.boolean(),
    /** Until then the database takes writes although the disk is too full; null: it is not lifted by hand. */
    lifted_until: z.string().nullable(),
  }),
});
export type ComputeSettings = z.infer<typeof computeSettings>;

/** Parameters of PostgreSQL that a project may set, as the management API names them. */
export const postgresConfig = z.object({
  effective_cache_size: z.string().optional(),
  logical_decoding_work_mem: z.string().optional(),
  maintenance_work_mem: z.string().optional(),
  track_activity_query_size: z.string().optional(),
  max_connections: z.number().int().min(1).max(262_143).optional(),
  max_locks_per_transaction: z.number().int().min(10).max(2_147_483_640).optional(),
  max_parallel_maintenance_workers: z.number().int().min(0).max(1024).optional(),
  max_parallel_workers: z.number().int().min(0).max(1024).optional(),
  max_parallel_workers_per_gather: z.number().int().min(0).max(1024).optional(),
  max_replication_slots: z.number().int().optional(),
  max_slot_wal_keep_size: z.string().optional(),
  max_standby_archive_delay: z.string().optional(),
  max_standby_streaming_delay: z.string().optional(),
  max_wal_size: z.string().optional(),
  max_wal_senders: z.number().int().optional(),
  max_worker_processes: z.number().int().min(0).max(262_143).optional(),
  session_replication_role: z.enum(['origin', 'replica', 'local']).optional(),
  shared_buffers: z.string().optional(),
  statement_timeout: z.string().optional(),
  track_commit_timestamp: z.boolean().optional(),
  wal_keep_size: z.string().optional(),
  wal_sender_timeout: z.string().optional(),
  work_mem: z.string().optional(),
  checkpoint_timeout: z.string().optional(),
  hot_standby_feedback: z.boolean().optional(),
});
export type PostgresConfig = z.infer<typeof postgresConfig>;

const diskAttributes = z.object({
  iops: z.number().int().min(0),
  size_gb: z.number().int().min(0),
  throughput_mibps: z.number().int().min(0).optional(),
  type: z.enum(['gp3', 'io2']),
});

export const compute = {
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/compute' })
    .input(byRef)
    .output(computeSettings),
  /** Changes the compute size (the project restarts) and/or the disk quota (it does not). */
  resize: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/compute' })
    .input(
      z.object({
        ref: projectRef,
        size: z.enum(COMPUTE_SIZES).optional(),
        disk_size_gb: z.number().int().min(MIN_DISK_GB).max(MAX_DISK_GB).optional(),
      }),
    )
    .output(z.object({ operation_id: z.string().nullable() })),
  /** Lets writes through for a while although the disk is too full. */
  liftReadOnly: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/readonly/lift' })
    .input(z.object({ ref: projectRef, minutes: z.number().int().min(5).max(1_440).default(60) }))
    .output(computeSettings),

  v1Disk: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/disk' })
    .input(byRef)
    .output(z.object({ attributes: diskAttributes, last_modified_at: z.string().optional() })),
  v1SetDisk: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/config/disk', successStatus: 201 })
    .input(z.object({ ref: projectRef, attributes: diskAttributes }))
    .output(z.void()),
  v1DiskUtil: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/disk/util' })
    .input(byRef)
    .output(
      z.object({
        timestamp: z.string(),
        metrics: z.object({
          fs_size_bytes: z.number(),
          fs_avail_bytes: z.number(),
          fs_used_bytes: z.number(),
        }),
      }),
    ),
  v1DiskAutoscale: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/disk/autoscale' })
    .input(byRef)
    .output(
      z.object({
        /** All null: disks do not grow by themselves. */
        growth_percent: z.number().int().nullable(),
        min_increment_gb: z.number().int().nullable(),
        max_size_gb: z.number().int().nullable(),
      }),
    ),
  v1PostgresConfig: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/database/postgres' })
    .input(byRef)
    .output(postgresConfig),
  v1SetPostgresConfig: oc
    .route({ method: 'PUT', path: '/v1/projects/{ref}/config/database/postgres' })
    .input(postgresConfig.extend({ ref: projectRef, restart_database: z.boolean().optional() }))
    .output(postgresConfig),
  v1ReadOnly: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/readonly' })
    .input(byRef)
    .output(
      z.object({
        enabled: z.boolean(),
        override_enabled: z.boolean(),
        override_active_until: z.string(),
      }),
    ),
  v1LiftReadOnly: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/readonly/temporary-disable', successStatus: 201 })
    .input(byRef)
    .output(z.void()),
};
