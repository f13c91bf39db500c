import { PlatformError } from '../kernel/platform-error.ts';
import { routes } from '../kernel/router-base.ts';
import { assertOwnCluster, isKept } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { readBucket, removeBucket, setBucket } from './copies/project-bucket.ts';
import { readKeptBackups } from './kubernetes/kept-backups.ts';
import { readOverview } from './overview.ts';
import { discardKeptDatabase, returnToKeptDatabase } from './recovery/kept-databases.ts';
import { toRecoveryRequest } from './recovery/recovery-request.ts';
import { restoreBackup } from './recovery/restore-backup.ts';
import { restoreToNew } from './recovery/restore-to-new.ts';
import { setBackupSettings, setPitr } from './schedule/backup-settings.ts';
import { createBackup, removeBackup, requestVerification } from './schedule/change-backups.ts';
import { parseMinute } from './schedule/schedule.ts';
import { backupV1Routes } from './v1-routes.ts';

const { backups } = routes;

export const backupRoutes = {
  ...backupV1Routes,
  overview: backups.overview.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return readOverview(context, project);
  }),
  kubernetes: backups.kubernetes.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    if (!isKept(project))
      throw new PlatformError('conflict', 'The database of this project is not in Kubernetes.');
    return readKeptBackups(context, project);
  }),
  create: backups.create.handler(async ({ context, input }) => ({
    operation_id: await createBackup(context, context.actor, input.ref),
  })),
  remove: backups.remove.handler(async ({ context, input }) => {
    await removeBackup(context, context.actor, input.ref, input.id);
    return {};
  }),
  verify: backups.verify.handler(async ({ context, input }) => {
    await requestVerification(context, context.actor, input.ref, input.id);
    return {};
  }),
  setSchedule: backups.setSchedule.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'back_up');
    assertOwnCluster(project, 'The schedule cannot be changed here');
    const minute = input.time === undefined ? null : parseMinute(input.time);
    await setBackupSettings(context.db, project.id, {
      ...(input.enabled !== undefined && { enabled: input.enabled }),
      ...(minute !== null && { minute_of_day: minute }),
      ...(input.retention_days !== undefined && { retention_days: input.retention_days }),
    });
    return readOverview(context, project);
  }),
  setPitr: backups.setPitr.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'amend_subscription');
    assertOwnCluster(project, 'Point-in-time recovery cannot be switched here');
    await setPitr(context, project.id, input.enabled);
    return readOverview(context, project);
  }),
  bucket: backups.bucket.handler(async ({ context, input }) => ({
    bucket: await readBucket(context, context.actor, input.ref),
  })),
  setBucket: backups.setBucket.handler(({ context, input }) => setBucket(context, context.actor, input)),
  removeBucket: backups.removeBucket.handler(async ({ context, input }) => {
    await removeBucket(context, context.actor, input.ref);
    return {};
  }),
  restore: backups.restore.handler(async ({ context, input }) => ({
    operation_id: await restoreBackup(context, context.actor, input.ref, { backup_id: input.id }),
  })),
  restorePitr: backups.restorePitr.handler(async ({ context, input }) => ({
    operation_id: await restoreBackup(context, context.actor, input.ref, { at: input.at }),
  })),
  restoreToNew: backups.restoreToNew.handler(({ context, input }) =>
    restoreToNew(context, context.actor, input, toRecoveryRequest(input.id, input.at)),
  ),
  returnTo: backups.returnTo.handler(async ({ context, input }) => ({
    operation_id: await returnToKeptDatabase(context, context.actor, input.ref, input.id),
  })),
  discardKeptDatabase: backups.discardKeptDatabase.handler(async ({ context, input }) => {
    await discardKeptDatabase(context, context.actor, input.ref, input.id);
    return {};
  }),
};
