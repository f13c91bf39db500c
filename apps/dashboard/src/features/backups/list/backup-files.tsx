import type { BackupFile } from '@basalt/contract';
import { POLL } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { minuteText } from '../time/moment-labels.ts';
import { momentOf } from '../timeline/timeline-plot.ts';
import classes from './backup-files.module.css';
import { ProgressLine } from './running-backup.tsx';

interface BackupFilesProps extends BackupsShown {
  /** 0: the database as it is now; null: there is nothing. */
  onDownload: (backupId: number | null) => void;
}

/** Databases written out as SQL: those that were asked for, and the way to another. */
export function BackupFiles(props: BackupFilesProps) {
  const { project, overview, zone, running, onDownload } = props;
  const mayDownload = project.abilities.download_backup;
  const isBusy = running !== null;
  const { data, error, refetch } = useQuery(
    orpc.backups.files.queryOptions({
      input: { ref: project.ref },
      enabled: mayDownload,
      refetchInterval: ({ state }) =>
        state.data?.some((file) => file.state === 'running') ? POLL.backupFile : false,
    }),
  );
  const newest = overview.backups.find(({ state }) => state === 'done') ?? null;
  const momentOfFile = (file: BackupFile) => {
    const backup = overview.backups.find(({ id }) => id === file.backup_id);
    return backup === undefined ? Date.parse(file.created_at) : momentOf(backup);
  };
  return (
    <Section
      title="Download"
      description="The database written out as SQL and compressed: a .sql.gz that psql restores into any Postgres."
      actions={
        <>
          <GuardedButton
            reason={disabledReason('download', project, isBusy)}
            onClick={() => onDownload(newest?.id ?? null)}
          >
            Newest backup
          </GuardedButton>
          <GuardedButton
            reason={disabledReason('download-now', project, isBusy)}
            onClick={() => onDownload(0)}
          >
            As it is now
          </GuardedButton>
        </>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The files could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && mayDownload && <Skeleton height={20} />}
      {!mayDownload && (
        <p className={classes.none}>You need additional permissions to see and download files.</p>
      )}
      {data?.length === 0 && (
        <p className={classes.none}>
          No file has been made yet. Making one takes a moment; it is kept for a day.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ActionRows label="Files">
          {data.map((file) => (
            <FileRow key={file.id} file={file} at={momentOfFile(file)} zone={zone} />
          ))}
        </ActionRows>
      )}
    </Section>
  );
}

function FileRow({ file, at, zone }: { file: BackupFile; at: number; zone: string }) {
  const { kind, backup_id, state, error, progress, bytes, expires_at, fileUrl } = file;
  const what = kind === 'storage' ? 'Storage objects' : backup_id === null ? 'The database' : 'The backup';
  const title = `${what} of ${minuteText(at, zone)}`;
  if (state === 'running') {
    return (
      <ActionRow title={title} text="Being written. The download begins by itself when it is ready.">
        <ProgressLine text="Writing the file" progress={progress} />
      </ActionRow>
    );
  }
  if (state === 'failed') {
    return (
      <ActionRow
        title={title}
        text={<span className={classes.failed}>Failed: {error ?? 'The file could not be written.'}</span>}
      />
    );
  }
  const size = bytes === null ? [] : [byteSize(bytes)];
  const end = expires_at === null ? [] : [`deleted on ${minuteText(Date.parse(expires_at), zone)}`];
  return (
    <ActionRow
      title={title}
      text={[...size, ...end].join(' · ') || 'Ready'}
      action={
        fileUrl !== null && (
          <Button component="a" href={fileUrl} download="">
            Download
          </Button>
        )
      }
    />
  );
}
