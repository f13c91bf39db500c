import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import type { useBackupDownload } from '../../lib/use-backup-download.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { downloadSource, whyNoDownload } from '../download-source.ts';
import { ProgressBar } from '../progress/progress-bar.tsx';

import classes from './last-backup.module.css';

interface LastBackupProps {
  project: Project;
  backup: ReturnType<typeof useBackupDownload>;
}

/** A copy to take along, before anything is deleted. */
export function LastBackup({ project, backup }: LastBackupProps) {
  const { data } = usePauseStatus(project.ref);
  const source = downloadSource(project.status, data?.latest_downloadable_backup_id);
  const progress = backup.file?.progress ?? null;
  // A project that was never set up has nothing to take along.
  if (source === null) return null;
  return (
    <section className={classes.offer} aria-label="Last backup">
      <div className={classes.words}>
        <p className={classes.title}>Take a backup with you</p>
        <p className={classes.text}>The whole database as one SQL file, which psql restores anywhere.</p>
      </div>
      <GuardedButton
        reason={whyNoDownload(project, source)}
        loading={backup.isPreparing}
        onClick={() => void backup.download(source)}
      >
        Download backup
      </GuardedButton>
      {progress !== null && (
        <div className={classes.progress}>
          <ProgressBar progress={progress} />
        </div>
      )}
    </section>
  );
}
