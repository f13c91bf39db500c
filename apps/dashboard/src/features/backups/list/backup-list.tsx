import type { Backup } from '@basalt/contract';
import { memo, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import type { RowMenuEntry } from '../../../ui/menus/row-menu.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { useBackupAction, useVerification } from '../state/use-backups.ts';
import { minuteText } from '../time/moment-labels.ts';
import { momentOf } from '../timeline/timeline-plot.ts';
import { BackupTable } from './backup-table.tsx';

const PAGE_SIZE = 50;

interface BackupListProps
  extends Pick<BackupsShown, 'project' | 'zone' | 'running' | 'picked' | 'onRestore'> {
  backups: readonly Backup[];
  /** Whether backups are taken without anybody asking. */
  isScheduled: boolean;
  page: number;
  onPage: (page: number) => void;
  onDownload: (backupId: number) => void;
}

/** Backups, newest first, with what can be done with each. */
export const BackupList = memo(function BackupList(props: BackupListProps) {
  const { project, backups, isScheduled, zone, running, picked, page, onPage, onDownload, onRestore } = props;
  const [removing, setRemoving] = useState<Backup | null>(null);
  const { verify, isVerifying } = useVerification(project.ref, backups);
  const remove = useBackupAction({
    mutation: orpc.backups.remove.mutationOptions(),
    done: 'Deleted the backup',
    failed: (message) => `Failed to delete the backup: ${message}`,
    onDone: () => setRemoving(null),
  });
  if (backups.length === 0) {
    return (
      <EmptyState
        title="No backups yet"
        text={
          isScheduled
            ? 'The first one is taken within minutes. You can also take one now.'
            : 'Scheduled backups are switched off. Take one now, or switch the schedule on below.'
        }
      />
    );
  }

  const isBusy = running !== null;
  const targetOf = (backup: Backup) =>
    ({ kind: 'backup', id: backup.id, at: momentOf(backup), bytes: backup.data_bytes }) as const;

  function entriesFor(backup: Backup): RowMenuEntry[] {
    const notDone = backup.state === 'done' ? null : 'This backup cannot be used.';
    const busy = backup.state === 'running' ? 'This backup is still being taken.' : null;
    return [
      {
        label: 'Restore in place',
        reason: notDone ?? disabledReason('restore', project, isBusy),
        onChoose: () => onRestore('in-place', targetOf(backup)),
      },
      {
        label: 'Restore into a new project',
        reason: notDone ?? disabledReason('restore-to-new', project, isBusy),
        onChoose: () => onRestore('new-project', targetOf(backup)),
      },
      {
        label: 'Download',
        reason: notDone ?? disabledReason('download', project, isBusy),
        onChoose: () => onDownload(backup.id),
      },
      {
        label: 'Verify now',
        reason: notDone ?? disabledReason('manage', project, isBusy),
        onChoose: () => verify(backup),
      },
      {
        label: 'Delete',
        tone: 'danger',
        reason: busy ?? disabledReason('remove', project, isBusy),
        onChoose: () => setRemoving(backup),
      },
    ];
  }

  const shown = backups.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <BackupTable
        backups={shown}
        zone={zone}
        pickedId={picked?.backupId ?? null}
        isVerifying={isVerifying}
        entriesFor={entriesFor}
        whyNoRestore={disabledReason('restore', project, isBusy)}
        whyNoVerify={disabledReason('manage', project, isBusy)}
        onRestore={(backup) => onRestore('in-place', targetOf(backup))}
        onVerify={verify}
      />
      {backups.length > PAGE_SIZE && (
        <Pager noun="backups" page={page} pageSize={PAGE_SIZE} total={backups.length} onPage={onPage} />
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Delete backup"
        confirmLabel="Delete backup"
        danger
        isRunning={remove.isRunning}
        onConfirm={() => removing !== null && void remove.run({ ref: project.ref, id: removing.id })}
      >
        <p>
          The backup of {removing !== null && minuteText(momentOf(removing), zone)} is deleted for good.
          Moments between it and the next backup may not be recoverable any more.
        </p>
      </ConfirmDialog>
    </>
  );
});
