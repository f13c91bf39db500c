import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../../api/use-pause-status.ts';
import { useBackupDownload } from '../../../lib/use-backup-download.ts';
import { downloadSource, whyNoDownload } from '../../../operations/download-source.ts';
import { useStorageArchive } from './use-storage-archive.ts';

/** What can be taken along of a project that cannot be used now. */
export function useDownloads(project: Project) {
  const { ref, status } = project;
  const { data } = usePauseStatus(ref);
  const source = downloadSource(status, data?.latest_downloadable_backup_id);
  return {
    database: useBackupDownload(ref),
    /** A backup's id, 0 for the database as it is now, null for nothing. */
    source,
    /** Why there is nothing to download of the database, and of storage. */
    reason: whyNoDownload(project, source),
    storageReason: whyNoDownload(project, 0),
    storage: useStorageArchive(ref),
  };
}

export type Downloads = ReturnType<typeof useDownloads>;
