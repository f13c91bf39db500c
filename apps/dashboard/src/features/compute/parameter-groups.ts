import type { PostgresConfig } from '@basalt/contract';

export type ParameterName = keyof PostgresConfig;

export interface ParameterGroup {
  title: string;
  names: readonly ParameterName[];
}

/** The parameters in the order in which people look for them. */
export const PARAMETER_GROUPS: readonly ParameterGroup[] = [
  {
    title: 'Memory',
    names: [
      'shared_buffers',
      'work_mem',
      'maintenance_work_mem',
      'effective_cache_size',
      'logical_decoding_work_mem',
      'track_activity_query_size',
    ],
  },
  {
    title: 'Connections and statements',
    names: [
      'max_connections',
      'statement_timeout',
      'max_locks_per_transaction',
      'session_replication_role',
      'track_commit_timestamp',
    ],
  },
  {
    title: 'Parallel work',
    names: [
      'max_worker_processes',
      'max_parallel_workers',
      'max_parallel_workers_per_gather',
      'max_parallel_maintenance_workers',
    ],
  },
  {
    title: 'Write-ahead log and replication',
    names: [
      'max_wal_size',
      'checkpoint_timeout',
      'wal_keep_size',
      'max_slot_wal_keep_size',
      'max_wal_senders',
      'max_replication_slots',
      'wal_sender_timeout',
      'max_standby_archive_delay',
      'max_standby_streaming_delay',
      'hot_standby_feedback',
    ],
  },
];

/** Parameters that are one of a few words. The others are typed. */
export const PARAMETER_CHOICES: Partial<Record<ParameterName, readonly string[]>> = {
  session_replication_role: ['origin', 'replica', 'local'],
  track_commit_timestamp: ['on', 'off'],
  hot_standby_feedback: ['on', 'off'],
};
