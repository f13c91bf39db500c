import { FREE_RESTORE_WINDOW_DAYS, type PauseStatus, type Plan } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { hasObjects } from '../../storage-archive/list-objects.ts';

const DAY_MS = 86_400_000;

export interface Pause {
  plan: Plan;
  status: ProjectRow['status'];
  /** Null: it is not paused, or was by a version that did not note when. */
  pausedAt: Date | null;
  latestBackupId: number | null;
  hasObjects: boolean;
}

/**
 * What the paused page shows. The dashboard restores projects of the free plan for a limited time after the pause began;
 * other plans know no limit.
 */
export function pauseStatusOf(
  { plan, status, pausedAt, latestBackupId, hasObjects }: Pause,
  now: Date,
): Omit<PauseStatus, 'deletion_grace_days'> {
  const since = status === 'INACTIVE' ? pausedAt : null;
  const remaining = plan === 'free' && since !== null ? remainingDays(since, now) : null;
  return {
    latest_downloadable_backup_id: latestBackupId,
    max_days_till_restore_disabled: FREE_RESTORE_WINDOW_DAYS,
    remaining_days_till_restore_disabled: remaining,
    can_restore: remaining !== 0,
    paused_at: since?.toISOString() ?? null,
    has_storage_objects: hasObjects,
  };
}

/** Whole days; the day that has begun counts until it is over. A clock that was put back gives no more than the window. */
function remainingDays(since: Date, now: Date): number {
  const passed = Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));
  return Math.max(0, FREE_RESTORE_WINDOW_DAYS - passed);
}

/** What the paused page needs to know beside the project. */
export async function readPauseFacts(
  { db, objectFiles }: Pick<Dependencies, 'db' | 'objectFiles'>,
  project: ProjectRow,
): Promise<Pick<Pause, 'plan' | 'latestBackupId' | 'hasObjects'>> {
  const [organization, backup, hasObjectFiles] = await Promise.all([
    db
      .selectFrom('organizations')
      .select('plan')
      .where('id', '=', project.organization_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('backups')
      .select('id')
      .where('project_id', '=', project.id)
      .where('state', '=', 'done')
      .orderBy('finished_at', 'desc')
      .executeTakeFirst(),
    // Where objects cannot be reached they cannot be downloaded.
    hasObjects(objectFiles, project.ref).catch(() => false),
  ]);
  return { plan: organization.plan, latestBackupId: backup?.id ?? null, hasObjects: hasObjectFiles };
}
