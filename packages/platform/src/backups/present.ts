import type { Backup } from '@basalt/contract';
import type { BackupRow } from '../kernel/schema.ts';

export function presentBackup(row: BackupRow): Backup {
  return {
    id: row.id,
    reason: row.reason,
    state: row.state,
    error: row.error,
    postgres_engine: row.postgres_engine,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    stored_bytes: row.stored_bytes,
    data_bytes: row.data_bytes,
    verified_at: row.verified_at?.toISOString() ?? null,
    verify_error: row.verify_error,
  };
}

const V1_STATUS = { running: 'PENDING', done: 'COMPLETED', failed: 'FAILED' } as const;

/** The management API's form. */
export function presentV1Backup({ id, state, started_at }: BackupRow) {
  return { id, is_physical_backup: true, status: V1_STATUS[state], inserted_at: started_at.toISOString() };
}
