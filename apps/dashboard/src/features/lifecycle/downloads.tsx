import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import { useBackupDownload } from '../../lib/use-backup-download.ts';
import { downloadSource, whyNoDownload } from '../../operations/download-source.ts';
import { ProgressBar } from '../../operations/progress/progress-bar.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { MenuButton } from '../../ui/menus/menu-button.tsx';
import classes from './downloads.module.css';
import { useStorageArchive } from './use-storage-archive.ts';

/** The newest backup of the database, or why there is none. */
export function DownloadButton({ downloads }: { downloads: Downloads }) {
  const { database, source, reason } = downloads;
  return (
    <GuardedButton
      reason={reason}
      loading={database.isPreparing}
      onClick={() => void database.download(source)}
    >
      Download backup
    </GuardedButton>
  );
}

const BUSY = 'Is being prepared';

/** Everything of a project that can be taken along. */
export function DownloadMenu({ project, downloads }: { project: Project; downloads: Downloads }) {
  const { database, storage, hasStorage, source, reason, storageReason } = downloads;
  const version = project.dbVersion.replace(/^supabase-postgres-/, '');
  return (
    <MenuButton
      label="Download backups"
      isBusy={database.isPreparing || storage.isPreparing}
      entries={() => [
        {
          label: 'Database backup',
          text: `PostgreSQL ${version}, as one SQL file`,
          reason: database.isPreparing ? BUSY : reason,
          onChoose: () => void database.download(source),
        },
        ...(hasStorage
          ? [
              {
                label: 'Storage objects',
                text: 'All buckets as one archive',
                reason: storage.isPreparing ? BUSY : storageReason,
                onChoose: () => void storage.download(),
              },
            ]
          : []),
      ]}
    />
  );
}

const STARTING = { text: 'Preparing the database backup', done_bytes: 0, total_bytes: null };

/** How far the file is that is being written; nothing when none is. */
export function DownloadProgress({ downloads: { database } }: { downloads: Downloads }) {
  if (!database.isPreparing) return null;
  return (
    <section className={classes.panel} aria-label="Download">
      <ProgressBar progress={database.file?.progress ?? STARTING} />
      <p className={classes.text}>The download begins by itself when the file is ready.</p>
    </section>
  );
}

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
    /** What is not there is not offered. */
    hasStorage: data?.has_storage_objects === true,
  };
}

type Downloads = ReturnType<typeof useDownloads>;
