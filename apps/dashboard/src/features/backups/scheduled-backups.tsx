import { useCallback } from 'react';
import { useBackupDownload } from '../../lib/use-backup-download.ts';
import { Section } from '../../ui/pages/section.tsx';
import { BackupsPage } from './backups-page.tsx';
import { BackupFiles } from './list/backup-files.tsx';
import { BackupList } from './list/backup-list.tsx';
import { BackupPlaces } from './list/backup-places.tsx';
import { KeptDatabases } from './list/kept-databases.tsx';
import { RestorePoints } from './list/restore-points.tsx';
import { OwnBucket } from './own-bucket/own-bucket.tsx';
import { ScheduleForm } from './schedule/schedule-form.tsx';

interface ScheduledBackupsProps {
  projectRef: string;
  /** Counted from 1. */
  page: number;
  onPage: (page: number) => void;
}

/** Every backup of a project, its restore points, what was kept besides, files for download, and when the next one is taken. */
export function ScheduledBackups({ projectRef, page, onPage }: ScheduledBackupsProps) {
  const { download } = useBackupDownload(projectRef);
  const onDownload = useCallback((id: number | null) => void download(id), [download]);
  return (
    <BackupsPage projectRef={projectRef}>
      {(shown) => (
        <>
          <BackupList
            project={shown.project}
            backups={shown.overview.backups}
            isScheduled={shown.overview.schedule.enabled}
            zone={shown.zone}
            running={shown.running}
            picked={shown.picked}
            onRestore={shown.onRestore}
            page={page}
            onPage={onPage}
            onDownload={onDownload}
          />
          <RestorePoints {...shown} />
          <KeptDatabases {...shown} />
          <BackupFiles {...shown} onDownload={onDownload} />
          <Section title="Schedule" description="When backups are taken and how long they are kept.">
            <ScheduleForm {...shown} />
          </Section>
          <BackupPlaces {...shown} />
          <OwnBucket project={shown.project} />
        </>
      )}
    </BackupsPage>
  );
}
