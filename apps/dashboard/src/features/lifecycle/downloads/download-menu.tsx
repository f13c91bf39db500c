import type { Project } from '@basalt/contract';
import { MenuButton } from '../../../ui/menus/menu-button.tsx';
import type { Downloads } from './use-downloads.ts';

const BUSY = 'Is being prepared';

/** Everything of a project that can be taken along. */
export function DownloadMenu({ project, downloads }: { project: Project; downloads: Downloads }) {
  const { database, storage, source, reason, storageReason } = downloads;
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
        {
          label: 'Storage objects',
          text: 'All buckets as one archive',
          reason: storage.isPreparing ? BUSY : storageReason,
          onChoose: () => void storage.download(),
        },
      ]}
    />
  );
}
