import type { Backup, BackupOverview } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { BackupRow, ProjectRow } from '../kernel/schema.ts';
import { archiveHealth, readArchiveState } from './archiving/archive-store.ts';
import { listKeptDatabases } from './recovery/kept-databases.ts';
import { listRestorePoints } from './recovery/restore-points.ts';
import { readPolicy } from './schedule/backup-settings.ts';
import { formatMinute, nextSlot } from './schedule/schedule.ts';
import { listBackups } from './store.ts';

function presentBackup(row: BackupRow): Backup {
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

/** What the management API calls the states of backups. */
export const V1_STATUS = { running: 'PENDING', done: 'COMPLETED', failed: 'FAILED' } as const;

/** All backups in the management API's form. */
export async function readV1Backups(
  { db, backups: physical }: Pick<Dependencies, 'db' | 'backups'>,
  project: ProjectRow,
) {
  const [rows, policy, window] = await Promise.all([
    listBackups(db, project.id),
    readPolicy(db, project),
    physical.window(project.ref),
  ]);
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);
  return {
    region: project.region,
    walg_enabled: true,
    pitr_enabled: policy.pitrEnabled,
    backups: rows.map(presentV1Backup),
    physical_backup_data:
      window === null || !policy.pitrEnabled
        ? {}
        : {
            // Whole seconds inside the window, so that both edges can be restored.
            earliest_physical_backup_date_unix: seconds(window.earliest) + 1,
            latest_physical_backup_date_unix: seconds(window.latest),
          },
  };
}

function presentV1Backup({ id, state, started_at }: BackupRow) {
  return { id, is_physical_backup: true, status: V1_STATUS[state], inserted_at: started_at.toISOString() };
}

/** Everything that the backup page shows, with the archive as it is this moment. */
export async function readOverview(dependencies: Dependencies, project: ProjectRow): Promise<BackupOverview> {
  const { db, backups, backupStore } = dependencies;
  const now = new Date();
  const [rows, kept, policy, state, window, stored, free, places] = await Promise.all([
    listBackups(db, project.id),
    listKeptDatabases(dependencies, project.ref),
    readPolicy(db, project),
    readArchiveState(db, project.id),
    backups.window(project.ref),
    backups.storedBytes(project.ref),
    backupStore.freeBytes(),
    backupStore.places(project.ref),
  ]);
  const shown = policy.pitrEnabled ? window : null;
  const { problem, failingSince } = policy.pitrEnabled
    ? archiveHealth(state, window, project, now)
    : { problem: null, failingSince: null };
  const isScheduled = policy.enabled && project.status !== 'INACTIVE';
  return {
    backups: rows.map(presentBackup),
    kept_databases: kept,
    restore_points: await listRestorePoints(db, project.id, shown, policy.pitrEnabled),
    schedule: {
      enabled: policy.enabled,
      time: formatMinute(policy.minuteOfDay),
      retention_days: policy.retentionDays ?? policy.planRetentionDays,
      plan_retention_days: policy.planRetentionDays,
      next_at: isScheduled ? nextSlot(policy.minuteOfDay, now).toISOString() : null,
    },
    pitr: {
      enabled: policy.pitrEnabled,
      earliest: shown?.earliest.toISOString() ?? null,
      latest: shown?.latest.toISOString() ?? null,
      problem,
      failing_since: failingSince?.toISOString() ?? null,
    },
    stored_bytes: stored,
    free_bytes: free,
    places: places.map(({ kind, freeBytes, isComplete, since, problem }) => ({
      kind,
      free_bytes: freeBytes,
      is_complete: isComplete,
      behind_since: since?.toISOString() ?? null,
      problem,
    })),
  };
}
