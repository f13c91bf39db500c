import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { routes } from '../kernel/router-base.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { backupPlaceOf } from './backup-place.ts';
import { restoreBackup } from './recovery/restore-backup.ts';
import { createRestorePoint, readRestorePoint, undoToRestorePoint } from './recovery/restore-points.ts';
import { readPolicy, setBackupSettings } from './schedule/backup-settings.ts';
import { formatMinute, parseMinute } from './schedule/schedule.ts';

const { backups } = routes;

/** The newest second that a timestamp can be written with. */
const LAST_SECOND = 253_402_300_799;

export const backupV1Routes = {
  v1List: backups.v1List.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return backupPlaceOf(project).readV1(context, project);
  }),
  v1Restore: backups.v1Restore.handler(async ({ context, input }) => {
    await restoreBackup(context, context.actor, input.ref, { backup_id: input.id });
  }),
  v1RestorePitr: backups.v1RestorePitr.handler(async ({ context, input }) => {
    const seconds = Math.min(input.recovery_time_target_unix, LAST_SECOND);
    await restoreBackup(context, context.actor, input.ref, { at: new Date(seconds * 1_000).toISOString() });
  }),
  v1CreateRestorePoint: backups.v1CreateRestorePoint.handler(({ context, input }) =>
    createRestorePoint(context, context.actor, input.ref, input.name),
  ),
  v1RestorePoint: backups.v1RestorePoint.handler(({ context, input }) =>
    readRestorePoint(context, context.actor, input.ref, input.name),
  ),
  v1Undo: backups.v1Undo.handler(async ({ context, input }) => {
    await undoToRestorePoint(context, context.actor, input.ref, input.name);
  }),
  v1Schedule: backups.v1Schedule.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return readV1Schedule(context, project);
  }),
  v1SetSchedule: backups.v1SetSchedule.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'back_up');
    assertOwnCluster(project, 'The schedule cannot be changed here');
    const minute = parseMinute(input.schedule_for);
    if (minute === null)
      throw new PlatformError('bad_request', 'schedule_for must be a time of day in UTC such as 04:00:00.', {
        field: 'schedule_for',
      });
    await setBackupSettings(context.db, project.id, { minute_of_day: minute });
    return readV1Schedule(context, project);
  }),
};

async function readV1Schedule({ db }: Dependencies, project: ProjectRow) {
  const { minuteOfDay, updatedAt } = await readPolicy(db, project);
  return {
    schedule_for: `${formatMinute(minuteOfDay)}:00`,
    updated_at: (updatedAt ?? project.created_at).toISOString(),
  };
}
