import type { BackupFile, StorageArchive } from '@basalt/contract';
import { routes } from '../kernel/router-base.ts';
import type { BackupFileRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { findArchive, requestArchive } from './request-archive.ts';
import { requestFile } from './request-file.ts';
import { listFiles, listFinishedBackups } from './store.ts';

const { backups } = routes;

export const backupFileRoutes = {
  downloadable: backups.downloadable.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'download_backup');
    const finished = await listFinishedBackups(context.db, project.id);
    return {
      backups: finished.map(({ id, finished_at, started_at }) => ({
        id,
        // What is downloaded is SQL, whatever the backup is made of.
        isPhysicalBackup: false,
        inserted_at: (finished_at ?? started_at).toISOString(),
        status: 'COMPLETED',
      })),
      status: 'active',
    };
  }),
  download: backups.download.handler(async ({ context, input }) =>
    presentFile(await requestFile(context, context.actor, input.ref, input.id), input.ref),
  ),
  files: backups.files.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'download_backup');
    return (await listFiles(context.db, project.id)).map((file) => presentFile(file, input.ref));
  }),
  storageArchive: backups.storageArchive.handler(async ({ context, input }) =>
    presentArchive(await findArchive(context, context.actor, input.ref), input.ref),
  ),
  createStorageArchive: backups.createStorageArchive.handler(async ({ context, input }) =>
    presentArchive(await requestArchive(context, context.actor, input.ref), input.ref),
  ),
};

function presentArchive(file: BackupFileRow, ref: string): StorageArchive {
  const { fileUrl, state, error, progress } = presentFile(file, ref);
  return { fileUrl, fileStatus: state, error, progress };
}

function presentFile(file: BackupFileRow, ref: string): BackupFile {
  return {
    id: file.id,
    kind: file.kind,
    backup_id: file.backup_id,
    state: file.state,
    error: file.error,
    progress: file.progress,
    bytes: file.bytes,
    created_at: file.created_at.toISOString(),
    expires_at: file.expires_at?.toISOString() ?? null,
    fileUrl: file.state === 'ready' ? `/platform/database/${ref}/backups/files/${file.id}` : null,
  };
}
