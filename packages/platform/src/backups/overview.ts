import type { BackupOverview } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { archiveHealth } from './archive-health.ts';
import { readArchiveState } from './archive-store.ts';
import { readPolicy } from './backup-settings.ts';
import { listRestorePoints } from './kept-databases.ts';
import { presentBackup } from './present.ts';
import { formatMinute, nextSlot } from './schedule.ts';
import { listBackups } from './store.ts';

/** Everything that the backup page shows, with the archive as it is this moment. */
export async function readOverview(dependencies: Dependencies, project: ProjectRow): Promise<BackupOverview> {
  const { db, backups, backupStore } = dependencies;
  const now = new Date();
  const [rows, points, policy, state, window, stored, free] = await Promise.all([
    listBackups(db, project.id),
    listRestorePoints(dependencies, project.ref),
    readPolicy(db, project),
    readArchiveState(db, project.id),
    backups.window(project.ref),
    backups.storedBytes(project.ref),
    backupStore.freeBytes(),
  ]);
  const shown = policy.pitrEnabled ? window : null;
  const { problem, failingSince } = policy.pitrEnabled
    ? archiveHealth(state, window, project, now)
    : { problem: null, failingSince: null };
  const isScheduled = policy.enabled && project.status !== 'INACTIVE';
  return {
    backups: rows.map(presentBackup),
    restore_points: points,
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
  };
}
