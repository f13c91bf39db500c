import type { PostgresConfig } from '@basalt/contract';

export type ParameterName = keyof PostgresConfig;

/** A parameter of PostgreSQL that a project may set: how it is written, what it may be, and what it is when nobody sets it. */
export type Parameter =
  /** A size. `unit`: of a bare number, and what it is rounded to; all in bytes. */
  | { type: 'bytes'; unit: number; min: number; max: number; otherwise: string | null }
  /** A duration. `unit`: of a bare number, in milliseconds, as are `min` and `max`. */
  | { type: 'time'; unit: number; min: number; max: number; otherwise: string }
  | { type: 'integer'; min: number; max: number; otherwise: number | null }
  | { type: 'boolean'; otherwise: boolean }
  | { type: 'role'; otherwise: string };

const KB = 1_024;
const MB = KB * KB;
const TB = MB * MB;
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/**
 * Bounds are PostgreSQL's own, narrowed where a value inside them would cut the project off from its own services (connections,
 * senders, slots) or let its log of changes fill the machine's disk. `otherwise` null: the compute size says.
 */
export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  effective_cache_size: { type: 'bytes', unit: 8 * KB, min: 8 * KB, max: 16 * TB, otherwise: '4GB' },
  logical_decoding_work_mem: { type: 'bytes', unit: KB, min: 64 * KB, max: TB, otherwise: '64MB' },
  maintenance_work_mem: { type: 'bytes', unit: KB, min: MB, max: TB, otherwise: '64MB' },
  track_activity_query_size: { type: 'bytes', unit: 1, min: 100, max: MB, otherwise: '1kB' },
  max_connections: { type: 'integer', min: 40, max: 262_143, otherwise: null },
  max_locks_per_transaction: { type: 'integer', min: 10, max: 2_147_483_640, otherwise: 64 },
  max_parallel_maintenance_workers: { type: 'integer', min: 0, max: 1_024, otherwise: 2 },
  max_parallel_workers: { type: 'integer', min: 0, max: 1_024, otherwise: null },
  max_parallel_workers_per_gather: { type: 'integer', min: 0, max: 1_024, otherwise: 2 },
  max_replication_slots: { type: 'integer', min: 4, max: 1_000, otherwise: null },
  max_slot_wal_keep_size: { type: 'bytes', unit: MB, min: 64 * MB, max: TB, otherwise: null },
  max_standby_archive_delay: { type: 'time', unit: 1, min: -1, max: 24 * DAY, otherwise: '30s' },
  max_standby_streaming_delay: { type: 'time', unit: 1, min: -1, max: 24 * DAY, otherwise: '30s' },
  max_wal_size: { type: 'bytes', unit: MB, min: 64 * MB, max: TB, otherwise: null },
  max_wal_senders: { type: 'integer', min: 4, max: 1_000, otherwise: null },
  max_worker_processes: { type: 'integer', min: 1, max: 262_143, otherwise: null },
  session_replication_role: { type: 'role', otherwise: 'origin' },
  shared_buffers: { type: 'bytes', unit: 8 * KB, min: 8 * MB, max: TB, otherwise: null },
  statement_timeout: { type: 'time', unit: 1, min: 0, max: 24 * DAY, otherwise: '0' },
  track_commit_timestamp: { type: 'boolean', otherwise: false },
  wal_keep_size: { type: 'bytes', unit: MB, min: 0, max: TB, otherwise: '0' },
  wal_sender_timeout: { type: 'time', unit: 1, min: 0, max: 24 * DAY, otherwise: '1min' },
  work_mem: { type: 'bytes', unit: KB, min: 64 * KB, max: TB, otherwise: '4MB' },
  checkpoint_timeout: { type: 'time', unit: SECOND, min: 30 * SECOND, max: DAY, otherwise: '5min' },
  hot_standby_feedback: { type: 'boolean', otherwise: false },
};

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];
